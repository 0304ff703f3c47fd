import type { ComponentDefinition } from "./component.ts";
import { agent } from "./components/agent.ts";
import { calculator } from "./components/calculator.ts";
import { chatInput } from "./components/chat-input.ts";
import { chatOutput } from "./components/chat-output.ts";
import { currentDate } from "./components/current-date.ts";
import { file } from "./components/file.ts";
import { ifElse } from "./components/if-else.ts";
import { languageModel } from "./components/language-model.ts";
import { messageStore } from "./components/legacy/message-store.ts";
import { messageToData } from "./components/legacy/message-to-data.ts";
import { parseData, parseDataFrame } from "./components/legacy/parse-data.ts";
import { combineText, passMessage } from "./components/legacy/texts.ts";
import { toolCallingAgent } from "./components/legacy/tool-calling-agent.ts";
import { mcpTools } from "./components/mcp-tools.ts";
import { messageHistory } from "./components/message-history.ts";
import { parser } from "./components/parser.ts";
import { prompt } from "./components/prompt.ts";
import { structuredOutput } from "./components/structured-output.ts";
import { textInput } from "./components/text-input.ts";
import { textOutput } from "./components/text-output.ts";
import { typeConvert } from "./components/type-convert.ts";
import { url } from "./components/url.ts";

/** The components that ship with the runtime. */
export const defaultComponents: readonly ComponentDefinition[] = [
	chatInput,
	chatOutput,
	textInput,
	textOutput,
	prompt,
	languageModel,
	agent,
	messageHistory,
	calculator,
	url,
	currentDate,
	parser,
	typeConvert,
	structuredOutput,
	ifElse,
	file,
	mcpTools,
	parseData,
	parseDataFrame,
	messageStore,
	messageToData,
	combineText,
	passMessage,
	toolCallingAgent,
];
