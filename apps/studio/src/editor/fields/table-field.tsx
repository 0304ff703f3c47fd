import { isJsonObject, type Json, type JsonObject } from "@foldback/flow-runtime/flow-json";
import { Plus, X } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import type { NodeField } from "../flow/field.ts";
import type { FieldProps } from "./field-props.ts";
import { textOf } from "./field-props.ts";
import { columnsOf, emptyRow, type TableColumn } from "./table-columns.ts";

/** Rows with the columns that the field's schema names. */
export function TableField({ field, compact, onChange, onSettle }: FieldProps) {
	const rows = Array.isArray(field.value) ? field.value.filter(isJsonObject) : [];
	const columns = columnsOf(field.entry, rows);
	if (compact) return <p className="text-xs text-muted">{rows.length === 1 ? "1 row" : `${rows.length} rows`}; edit them in the panel.</p>;
	const setCell = (row: number, column: string, value: Json) => onChange(rows.map((entry, index) => (index === row ? { ...entry, [column]: value } : entry)));
	return (
		<div className="flex flex-col gap-2">
			{rows.map((row, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
				<div key={index} className="relative flex flex-col gap-1.5 rounded-lg border border-line bg-raised p-2 pr-10">
					{columns.map((column) => (
						<TableCell
							key={column.name}
							field={field}
							column={column}
							row={row}
							number={index + 1}
							onChange={(value) => setCell(index, column.name, value)}
							onSettle={onSettle}
						/>
					))}
					<IconButton
						label={`Remove row ${index + 1}`}
						size="small"
						className="absolute top-1.5 right-1.5"
						onClick={() => onChange(rows.filter((_, position) => position !== index))}
					>
						<X />
					</IconButton>
				</div>
			))}
			<Button size="small" variant="ghost" className="self-start" onClick={() => onChange([...rows, emptyRow(columns)])}>
				<Plus className="size-3.5" /> Add row
			</Button>
		</div>
	);
}

interface CellProps {
	readonly field: NodeField;
	readonly column: TableColumn;
	readonly row: JsonObject;
	readonly number: number;
	readonly onChange: (value: Json) => void;
	readonly onSettle: () => void;
}

function TableCell({ field, column, row, number, onChange, onSettle }: CellProps) {
	const value = row[column.name] ?? "";
	const label = `${field.displayName} ${number}: ${column.displayName}`;
	return (
		<div className="grid grid-cols-[5.5rem_1fr] items-center gap-2">
			<span className="truncate text-xs text-muted">{column.displayName}</span>
			{column.type === "boolean" ? (
				<Switch aria-label={label} checked={value === true || value === "True" || value === "true"} onCheckedChange={onChange} />
			) : column.options.length > 0 ? (
				<Select aria-label={label} value={textOf(value)} options={column.options} onValueChange={onChange} />
			) : (
				<TextInput aria-label={label} value={textOf(value)} onChange={(event) => onChange(event.target.value)} onBlur={onSettle} />
			)}
		</div>
	);
}
