import type { Plugin } from "vite";

/** Only the server and tests read these parts of an endpoint. */
const SERVER_ONLY = new Set(["params", "query", "body", "response", "summary"]);

interface SyntaxNode {
  type: string;
  start: number;
  end: number;
}

interface Endpoint extends SyntaxNode {
  properties: (SyntaxNode & { key?: { name?: string } })[];
}

interface Definition extends SyntaxNode {
  arguments: [Endpoint];
}

/**
 * Removes the schemas from the endpoints in the page's build, so that a contract weighs a line per call and is imported like any other file.
 * Without the transform, in development and in tests, the page checks every answer against its schema.
 *
 * Removing them leaves the schemas unused. The bundler drops an unused schema only if it knows that the calls that built it change nothing,
 * so every call outside a function is marked as such in the files that import zod.
 */
export function pageContracts(): Plugin {
  return {
    name: "looby:page-contracts",
    apply: "build",
    transform: {
      filter: { id: /\/src\/shared\/.*\.ts$/, code: /"zod\/mini"|defineEndpoint\(/ },
      handler(code) {
        return { code: withoutSchemas(code, this.parse(code)), map: null };
      },
    },
  };
}

/** @param program `code` as a syntax tree in the ESTree format */
export function withoutSchemas(code: string, program: unknown): string {
  const edits: { start: number; end: number; text: string }[] = [];
  visit(program);
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);

  function visit(value: unknown): void {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isNode(value) || value.type.includes("Function")) return;
    const { start } = value;
    if (value.type === "CallExpression") edits.push({ start, end: start, text: "/* @__PURE__ */ " });
    if (isDefinition(value)) visitEndpoint(value.arguments[0]);
    else Object.values(value).forEach(visit);
  }

  function visitEndpoint({ properties, end }: Endpoint): void {
    for (const [place, property] of properties.entries()) {
      const next = properties[place + 1]?.start ?? end - 1;
      if (!SERVER_ONLY.has(property.key?.name ?? "")) visit(property);
      else edits.push({ start: property.start, end: next, text: "" });
    }
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** Whether this is `defineEndpoint({ ... })`. */
function isDefinition(node: SyntaxNode): node is Definition {
  return (
    "callee" in node && isNode(node.callee) && "name" in node.callee && node.callee.name === "defineEndpoint"
  );
}
