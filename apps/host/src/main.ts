import { foldback } from "./cli/foldback.ts";
import { runProcess } from "./cli/run-process.ts";

await runProcess((streams) => foldback(["start"], streams));
