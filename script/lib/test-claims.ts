import { parseSync } from "oxc-parser";
import { type SyntaxNode, childOf, childrenOf, walk } from "./syntax.ts";

/** A test or group of tests that is not skipped: its title, and its source with the declarations of its file that it uses. */
export type Claim = { title: string; text: string };

const TESTS = new Set(["it", "test", "describe"]);
const SKIPPED = new Set(["skip", "todo"]);

/** The tests, groups and steps of a file. A test of `each` that takes its titles from a table has one claim for each of them. */
export function claimsOf(path: string, source: string): Claim[] {
  const { program } = parseSync(path, source);
  const declarations = declarationsOf(program, source);
  const claims: Claim[] = [];
  walk(program, (node) => {
    if (node.type !== "CallExpression" || !isTestFunction(childOf(node, "callee"))) return;
    const title = titleOf(childOf(node, "arguments"), source);
    if (title === null) return;
    const text = withDeclarations(source.slice(node.start, node.end), declarations);
    const titles = title === "%s" ? tableTitles(source.slice(node.start, node.end)) : [title];
    claims.push(...titles.map((claimed) => ({ title: claimed, text })));
  });
  return claims;
}

/** Whether a callee is `test`, `test.step`, `describe.each([…])`, … */
function isTestFunction(callee: SyntaxNode | null): boolean {
  if (callee === null) return false;
  if (callee.type === "Identifier") return TESTS.has(nameOf(callee));
  if (callee.type === "CallExpression") return isTestFunction(childOf(callee, "callee"));
  if (callee.type !== "MemberExpression") return false;
  return !SKIPPED.has(nameOf(childOf(callee, "property"))) && isTestFunction(childOf(callee, "object"));
}

/** Titles in the table of an `each` whose title is `%s`. */
const tableTitles = (call: string): string[] =>
  Array.from(call.matchAll(/\[\s*"(S\d\.\d\d [^"]*)"/g), ([, title = ""]) => title);

/** The source of each top-level declaration of a file by its name. */
function declarationsOf(program: SyntaxNode, source: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const statement of childrenOf(program, "body")) {
    if (statement.type === "FunctionDeclaration") add(childOf(statement, "id"), statement);
    if (statement.type === "VariableDeclaration") {
      for (const one of childrenOf(statement, "declarations")) add(childOf(one, "id"), statement);
    }
  }
  return found;
  function add(id: SyntaxNode | null, { start, end }: SyntaxNode): void {
    if (id?.type === "Identifier") found.set(nameOf(id), source.slice(start, end));
  }
}

/** A text with the declarations that it uses, and those that they use. */
function withDeclarations(text: string, declarations: ReadonlyMap<string, string>): string {
  const used = new Map<string, string>();
  const texts = [text];
  for (const part of texts) {
    for (const [name] of part.matchAll(/[A-Za-z_]\w*/g)) {
      const declaration = declarations.get(name);
      if (declaration === undefined || used.has(name)) continue;
      used.set(name, declaration);
      texts.push(declaration);
    }
  }
  return texts.join("\n");
}

function nameOf(identifier: SyntaxNode | null): string {
  const name: unknown = identifier === null ? null : Reflect.get(identifier, "name");
  return typeof name === "string" ? name : "";
}

/** The text of a string or of a template, whose expressions stay as they are written. */
function titleOf(argument: SyntaxNode | null, source: string): string | null {
  if (argument?.type === "TemplateLiteral") return source.slice(argument.start + 1, argument.end - 1);
  return argument?.type === "Literal" && typeof argument.value === "string" ? argument.value : null;
}
