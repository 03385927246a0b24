#!/usr/bin/env node
/** `precount COMMAND …`: the table of commands. Each is loaded only when called. */
import { enableCompileCache } from "node:module";
import process from "node:process";

// Stripped types and compiled code are kept between starts; everything below is loaded after this.
enableCompileCache();

type Command = { summary: string; run: (args: string[]) => Promise<number> };

const commands: Readonly<Record<string, Command>> = {
  serve: {
    summary: "start everything: database, API, web, worker",
    run: async (args) => (await import("./serve.ts")).serveCommand(args),
  },
  worker: {
    summary: "run a worker only, beside a server elsewhere (needs DATABASE_URL)",
    run: async (args) => (await import("./worker.ts")).workerCommand(args),
  },
  migrate: {
    summary: "bring the database of DATABASE_URL to this version's tables, as serve does when it starts",
    run: async (args) => (await import("./migrate.ts")).migrateCommand(args),
  },
  backup: {
    summary: "save everything into a folder, while people work: precount backup FOLDER",
    run: async (args) => (await import("./backup.ts")).backupCommand(args),
  },
  restore: {
    summary: "bring everything back from such a folder, into an empty place",
    run: async (args) => (await import("./restore.ts")).restoreCommand(args),
  },
  doctor: {
    summary: "compare files, queue and counts with the database; --fix mends what is wrong",
    run: async (args) => (await import("./doctor.ts")).doctorCommand(args),
  },
  audit: {
    summary: "prove that nobody changed the audit log: precount audit verify",
    run: async (args) => (await import("./audit.ts")).auditCommand(args),
  },
  "export-models": {
    summary: "write our networks for a model server (Triton): precount export-models FOLDER",
    run: async (args) => (await import("./export-models.ts")).exportModelsCommand(args),
  },
  detect: {
    summary: "find and read stickers in photos, with no server and no database",
    run: async (args) => (await import("./detect/detect.ts")).detectCommand(args),
  },
};

function usage(): string {
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(13)} ${summary}`);
  return `precount – counts a shop's stock from photos of its shelves\n\n${lines.join("\n")}\n\nprecount COMMAND --help says more.\n`;
}

const [name = "", ...args] = process.argv.slice(2);
const command = commands[name];
if (command) {
  process.exitCode = await command.run(args);
} else {
  const asked = name === "" || name === "--help" || name === "-h" || name === "help";
  process[asked ? "stdout" : "stderr"].write(asked ? usage() : `There is no command '${name}'.\n\n${usage()}`);
  process.exitCode = asked ? 0 : 2;
}
