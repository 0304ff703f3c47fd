import { costOf, keepsAll, type SummaryRow } from "./summary-row.ts";

const width = 820;
const bar = 26;
const gap = 14;
const labels = 210;
const top = 64;

/** A bar chart: cost with a cached price of a tenth, shortest first; grey where facts were lost. */
export function renderChart(rows: readonly SummaryRow[], caption: string): string {
	const sorted = rows.toSorted((left, right) => costOf(left, 0.1) - costOf(right, 0.1));
	const most = costOf(sorted.at(-1) ?? rows[0] ?? fail(), 0.1);
	const scale = (width - labels - 200) / most;
	const bars = sorted.map((row, place) => {
		const y = top + place * (bar + gap);
		const length = Math.max(2, costOf(row, 0.1) * scale);
		const fill = keepsAll(row) ? (row.name.startsWith("Foldback") ? "#2563eb" : "#60a5fa") : "#9ca3af";
		const facts = keepsAll(row) ? "all facts kept" : `${row.reachable} of ${row.facts} facts`;
		return [
			`<text x="${labels - 10}" y="${y + 18}" text-anchor="end">${escapeXml(row.name)}</text>`,
			`<rect x="${labels}" y="${y}" width="${length.toFixed(1)}" height="${bar}" rx="3" fill="${fill}"/>`,
			`<text x="${(labels + length + 8).toFixed(1)}" y="${y + 18}" fill="#4b5563">${Math.round(costOf(row, 0.1) / 1000)} k, ${facts}</text>`,
		].join("\n\t");
	});
	const height = top + sorted.length * (bar + gap) + 34;
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="13" role="img">
	<title>Cost of the same conversations with different ways to keep them short</title>
	<rect width="${width}" height="${height}" fill="#ffffff"/>
	<text x="20" y="28" font-size="16" font-weight="600" fill="#111827">Cost of the same conversations, in thousands of full-price prompt tokens</text>
	<text x="20" y="48" fill="#4b5563">A repeated prompt token costs a tenth; summary calls are included. Blue: every fact is still in the last prompt.</text>
	${bars.join("\n\t")}
	<text x="20" y="${height - 12}" font-size="11" fill="#6b7280">${escapeXml(caption)}</text>
</svg>
`;
}

function escapeXml(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function fail(): never {
	throw new Error("There is nothing to draw: no strategy was measured.");
}
