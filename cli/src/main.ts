#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import process from "node:process";

// Keeps compiled code between runs. It must be on before the first import of our own code.
enableCompileCache();
const { runProgram } = await import("./program.ts");
const { PROCESS_TERMINAL, exitOnFailedOutput } = await import("./terminal.ts");
exitOnFailedOutput();
process.exitCode = await runProgram(process.argv.slice(2), PROCESS_TERMINAL, process.env);
