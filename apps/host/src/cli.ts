#!/usr/bin/env node
import { foldback } from "./cli/foldback.ts";
import { runProcess } from "./cli/run-process.ts";

await runProcess((streams) => foldback(process.argv.slice(2), streams));
