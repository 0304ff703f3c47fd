import { runReplay } from "./run-replay.ts";

process.exitCode = await runReplay(process.argv.slice(2));
