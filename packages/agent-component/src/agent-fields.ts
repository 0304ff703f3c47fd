/** One column of a table field. */
export interface TableColumn {
	readonly name: string;
	readonly display_name: string;
	readonly type: "str" | "boolean";
	readonly description: string;
	readonly default: string;
	readonly edit_mode: "inline" | "popover";
	readonly options?: readonly string[];
}

/** One template field of a node, as plain data in the spelling of flow JSON. */
export interface FieldDefinition {
	readonly name: string;
	readonly displayName: string;
	/** Langflow's input class: `IntInput`, `BoolInput`, … */
	readonly inputType: string;
	/** Langflow's value type: `int`, `bool`, `str`, … */
	readonly type: string;
	readonly info: string;
	readonly value: string | number | boolean | readonly unknown[];
	readonly advanced: boolean;
	readonly required?: boolean;
	/** False: hidden until something shows it; see `updateBuildConfig`. */
	readonly show?: boolean;
	readonly list?: boolean;
	readonly multiline?: boolean;
	readonly password?: boolean;
	readonly realTimeRefresh?: boolean;
	readonly toolMode?: boolean;
	/** Types that an edge into this field may carry. */
	readonly inputTypes?: readonly string[];
	readonly placeholder?: string;
	/** Only for table fields. */
	readonly tableSchema?: readonly TableColumn[];
}

const outputColumns: readonly TableColumn[] = [
	{ name: "name", display_name: "Name", type: "str", description: "Name of the output field.", default: "field", edit_mode: "inline" },
	{
		name: "description",
		display_name: "Description",
		type: "str",
		description: "What the field means.",
		default: "description of field",
		edit_mode: "popover",
	},
	{
		name: "type",
		display_name: "Type",
		type: "str",
		description: "Data type of the field.",
		default: "str",
		edit_mode: "inline",
		options: ["str", "int", "float", "bool", "dict"],
	},
	{
		name: "multiple",
		display_name: "As List",
		type: "boolean",
		description: "Whether the field is a list of that type.",
		default: "False",
		edit_mode: "inline",
	},
];

/** The Agent node's template fields in order. `FieldDefinition.name` is the flow spelling; `parseAgentInputs` also accepts camelCase. */
export const agentFields: readonly FieldDefinition[] = [
	{
		name: "model",
		displayName: "Language Model",
		inputType: "ModelInput",
		type: "model",
		info: "The model that answers. Empty: the host's default model.",
		value: [],
		advanced: false,
		required: true,
		realTimeRefresh: true,
		inputTypes: ["LanguageModel"],
		placeholder: "Host's default model",
	},
	{
		name: "api_key",
		displayName: "API Key",
		inputType: "SecretStrInput",
		type: "str",
		info: "Key for the model's provider. Empty: the host's own, at the host's own endpoint.",
		value: "",
		advanced: true,
		password: true,
		realTimeRefresh: true,
	},
	{
		name: "system_prompt",
		displayName: "Agent Instructions",
		inputType: "MultilineInput",
		type: "str",
		info: "Instructions for the agent. {current_date} becomes the day, {model_name} the model's name.",
		value: "You are a helpful assistant that can use tools to answer questions and perform tasks.",
		advanced: false,
		multiline: true,
		inputTypes: ["Message"],
	},
	{
		name: "context_id",
		displayName: "Context ID",
		inputType: "MessageTextInput",
		type: "str",
		info: "Keeps this agent's history apart from other agents of the flow. Empty: all messages of the session.",
		value: "",
		advanced: true,
		inputTypes: ["Message"],
	},
	{
		name: "n_messages",
		displayName: "Number of Chat History Messages",
		inputType: "IntInput",
		type: "int",
		info: "Number of chat history messages to send, the newest ones; at least so many while older messages are summarized. 0: none.",
		value: 100,
		advanced: true,
	},
	{
		name: "summarize_older_messages",
		displayName: "Summarize Older Messages",
		inputType: "BoolInput",
		type: "bool",
		info: "Keeps a summary of the messages that no longer fit into the history, and sends it before them.",
		value: false,
		advanced: true,
		realTimeRefresh: true,
	},
	{
		name: "pinned_keys",
		displayName: "Pinned Keys",
		inputType: "MessageTextInput",
		type: "str",
		info: "Facts whose values are kept for the whole session: one name each, such as project_id, or name: description.",
		value: [],
		advanced: true,
		show: false,
		list: true,
	},
	{
		name: "summary_model",
		displayName: "Summary Model",
		inputType: "ModelInput",
		type: "model",
		info: "The model that writes the summary. Empty: the Agent's own model.",
		value: [],
		advanced: true,
		show: false,
	},
	{
		name: "max_tokens",
		displayName: "Max Tokens",
		inputType: "IntInput",
		type: "int",
		info: "Tokens of one model reply at most. Empty or 0: no limit of ours.",
		value: "",
		advanced: true,
	},
	{
		name: "format_instructions",
		displayName: "Output Format Instructions",
		inputType: "MultilineInput",
		type: "str",
		info: "How a structured response is to be made. Only for the Structured Response output.",
		value: "Extract the data that the schema describes from the text. Use null for what the text does not say, and never invent values.",
		advanced: true,
		multiline: true,
		inputTypes: ["Message"],
	},
	{
		name: "output_schema",
		displayName: "Output Schema",
		inputType: "TableInput",
		type: "table",
		info: "Fields of a structured response and their types. Empty: the answer is not checked.",
		value: [],
		advanced: true,
		tableSchema: outputColumns,
	},
	{
		name: "tools",
		displayName: "Tools",
		inputType: "HandleInput",
		type: "other",
		info: "Tools that the agent may call.",
		value: "",
		advanced: false,
		list: true,
		inputTypes: ["Tool"],
	},
	{
		name: "input_value",
		displayName: "Input",
		inputType: "MessageInput",
		type: "str",
		info: "What the user says.",
		value: "",
		advanced: false,
		toolMode: true,
		inputTypes: ["Message"],
	},
	{
		name: "handle_parsing_errors",
		displayName: "Handle Parse Errors",
		inputType: "BoolInput",
		type: "bool",
		info: "Whether the model is told about malformed tool arguments and may try again. Off: the run fails.",
		value: true,
		advanced: true,
	},
	{
		name: "max_iterations",
		displayName: "Max Iterations",
		inputType: "IntInput",
		type: "int",
		info: "Model calls of one turn at most, 1 to 1,000.",
		value: 15,
		advanced: true,
	},
	{
		name: "stream",
		displayName: "Stream",
		inputType: "BoolInput",
		type: "bool",
		info: "Whether the answer is shown while it is written.",
		value: true,
		advanced: true,
	},
	{
		name: "add_current_date_tool",
		displayName: "Current Date",
		inputType: "BoolInput",
		type: "bool",
		info: "Adds a tool that tells the current date and time.",
		value: true,
		advanced: true,
	},
	{
		name: "add_calculator_tool",
		displayName: "Calculator",
		inputType: "BoolInput",
		type: "bool",
		info: "Adds a tool that computes arithmetic expressions.",
		value: true,
		advanced: true,
	},
];

/** The Agent node's outputs. */
export const agentOutputs = [
	{ name: "response", displayName: "Response", types: ["Message"] },
	{ name: "structured_response", displayName: "Structured Response", types: ["Data"] },
] as const;
