/** What reads flow JSON and needs nothing else: for browsers too. */
export { parseSourceHandle, parseTargetHandle, type SourceHandle, sameHandle, type TargetHandle } from "./handle.ts";
export { isJsonObject, type Json, type JsonObject, withKey } from "./json.ts";
export { type Brackets, templateVariables } from "./render-template.ts";
