/** A node of a syntax tree of oxc-parser. */
export type SyntaxNode = { type: string; start: number; end: number; value?: unknown };

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;

/** Visits a node and all nodes below it, in the order of the source. */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit);
  }
}

/** The nodes in a field of a node; none if the field is empty or no node. */
export function childrenOf(node: SyntaxNode, field: string): SyntaxNode[] {
  const value: unknown = Reflect.get(node, field);
  return (Array.isArray(value) ? value : [value]).filter(isNode);
}

export const childOf = (node: SyntaxNode, field: string): SyntaxNode | null => childrenOf(node, field)[0] ?? null;
