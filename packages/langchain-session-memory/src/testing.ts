export { findRuleViolations, type RuleOptions } from "./testing/provider-rules.ts";
export { createScriptModel, type ScriptModel } from "./testing/script-model.ts";
