export { type FileReader, type FileResult, fileKind, fileLimits } from "@foldback/agent-component";
