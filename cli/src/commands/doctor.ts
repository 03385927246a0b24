import type { Command } from "commander";
import { type CommandContext, helpText } from "../context.ts";
import { startProgress } from "../progress.ts";
import { reportOperatorErrors } from "../terminal.ts";

type DoctorOptions = { fix?: boolean; deep?: boolean };

/** `precount doctor`: exit status 0 when nothing is wrong or everything was repaired, 1 when a problem remains. */
export function addDoctorCommand(program: Command, context: CommandContext): void {
  program
    .command("doctor")
    .description("compare files, queue, counts and audit log with the database")
    .option("--fix", "repair what can be repaired")
    .option("--deep", "also read every file and compare it with its sha256")
    .addHelpText(
      "after",
      helpText(true, [
        "Lists every problem. Works with or without a running server. The exit status is 1 when a problem remains.",
      ]),
    )
    .action(async (options: DoctorOptions) => {
      context.exitStatus = await examineInstallation(options, context);
    });
}

async function examineInstallation(
  { fix = false, deep = false }: DoctorOptions,
  { terminal, environment }: CommandContext,
): Promise<number> {
  const { readConfig, runDoctor } = await import("@precount/server");
  return reportOperatorErrors(terminal, async () => {
    const progress = startProgress(terminal, "files");
    const examining = runDoctor(readConfig(environment), { fix, isDeep: deep, onProgress: progress.update });
    const findings = await examining.finally(progress.stop);
    if (findings.length === 0) terminal.stdout("No problems found.\n");
    for (const { problem, examples, repair } of findings) {
      const outcome = repair === null ? "Cannot be repaired here" : fix ? `Repaired: ${repair}` : `--fix: ${repair}`;
      terminal.stdout(`${problem} ${outcome}.\n${examples.map((example) => `  ${example}\n`).join("")}`);
    }
    return findings.some(({ repair }) => repair === null || !fix) ? 1 : 0;
  });
}
