import { currentDateText } from "@foldback/agent-component";
import { type ComponentDefinition, toolOutput } from "../component.ts";
import { plainMessage } from "../node-inputs.ts";
import { toolsMetadataField } from "../tool-settings.ts";

/** The date and time of now, by the run's clock. */
export const currentDate: ComponentDefinition = {
	type: "CurrentDate",
	aliases: ["CurrentDateComponent"],
	category: "utilities",
	displayName: "Current Date",
	description: "Returns the current date and time in the selected timezone.",
	icon: "clock",
	fields: [
		{
			name: "timezone",
			displayName: "Timezone",
			inputType: "DropdownInput",
			value: "UTC",
			info: "IANA time zone, such as Europe/Berlin, or UTC.",
			options: ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")],
			toolMode: true,
		},
		toolsMetadataField,
	],
	outputs: [{ name: "current_date", displayName: "Current Date", types: ["Message"] }, toolOutput],
	asTool: { name: "get_current_date", description: "Returns the current date, weekday and time in a time zone.", output: "current_date" },
	run: ({ inputs, context, sessionId }) => ({
		current_date: async () => {
			const timezone = inputs.text("timezone").trim() || "UTC";
			try {
				return { kind: "message", message: plainMessage(currentDateText(context.now(), timezone), { sessionId, contextId: "" }) };
			} catch {
				throw inputs.refuse("timezone", timezone, "an IANA time zone such as Europe/Berlin, or UTC");
			}
		},
	}),
};
