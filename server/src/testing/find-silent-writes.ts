/** Functions of db/ that only read, by their first word. Any other function of db/ is taken for a write. */
const READS =
  /^(count|database|find|has|is|last|list|lock|query|queue|read|report|stream|summarize|to)[A-Z]|^(orientationOf|uprightSize|projectState)$/;
/** Functions that publish a change or write its audit entry. */
const RECORDS = /\b(recordChange|recordAudit|publishChanges?|changeDetection|changeImages|openUserSession)\b/;

const DECLARATION = /^(export )?(?:async )?(?:function|const) (\w+)/;

type Declaration = { name: string; isExported: boolean; text: string };

/** The top-level functions and constants of a module. */
function declarationsIn(source: string): Declaration[] {
  return source.split(/^(?=(?:export )?(?:async )?(?:function|const) \w)/m).flatMap((text) => {
    const [, exported, name] = DECLARATION.exec(text) ?? [];
    return name === undefined ? [] : [{ name, isExported: exported !== undefined, text }];
  });
}

/** The names under which a module imports writes from db/. */
function importedWrites(source: string): string[] {
  const imports = [...source.matchAll(/^import \{([^}]*)\} from "[./]+\/db\/[^"]*";/gm)];
  return imports
    .flatMap(([, names = ""]) => names.split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "))
    .flatMap((name) => {
      const [original = "", local = original] = name.split(" as ");
      return READS.test(original) || /^[A-Z]/.test(original) ? [] : [local];
    });
}

/**
 * The exported functions of an operations module that write to the database, themselves or through a function of the same module,
 * and neither publish the change nor write an audit entry.
 */
export function findSilentWrites(source: string): string[] {
  const declarations = declarationsIn(source);
  const writes = importedWrites(source).map((name) => new RegExp(`\\b${name}\\(`));
  const withCallees = (start: Declaration): string => {
    const reached = new Set([start]);
    for (const current of reached) {
      for (const other of declarations) if (new RegExp(`\\b${other.name}\\b`).test(current.text)) reached.add(other);
    }
    return [...reached].map(({ text }) => text).join("\n");
  };
  return declarations
    .filter(({ isExported }) => isExported)
    .filter((declaration) => {
      const text = withCallees(declaration);
      return writes.some((write) => write.test(text)) && !RECORDS.test(text);
    })
    .map(({ name }) => name);
}
