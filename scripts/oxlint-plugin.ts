import { relative } from "node:path";
import { homeOf, importStyle, wallBetween } from "./walls.ts";

// The parts of oxlint's ESLint-compatible plugin interface used here.
interface Node {
  type: string;
  name?: string;
  value?: unknown;
  source?: Node | null;
  object?: Node;
  property?: Node;
  callee?: Node;
}
interface RuleContext {
  filename: string;
  report(problem: { node: Node; message: string }): void;
}

const importWalls = importRule(wallBetween);
const oneImportStyle = importRule(importStyle);

/** Kysely's methods that begin a statement; `sql` is checked where it is executed. */
const QUERIES = new Set(["selectFrom", "insertInto", "updateTable", "deleteFrom", "mergeInto"]);

const oneHome = {
  create(context: RuleContext) {
    const file = projectPath(context.filename);
    const report = (node: Node, use: Parameters<typeof homeOf>[1]) => {
      const reason = homeOf(file, use);
      if (reason !== null) context.report({ node, message: reason });
    };
    return {
      CallExpression(node: Node) {
        if (node.callee?.type === "Identifier" && node.callee.name === "fetch") report(node, "fetch");
        if (QUERIES.has(node.callee?.property?.name ?? "")) report(node, "SQL");
      },
      MemberExpression(node: Node) {
        if (node.object?.name === "process" && node.property?.name === "env") report(node, "process.env");
      },
      Identifier(node: Node) {
        if (node.name === "indexedDB") report(node, "indexedDB");
      },
    };
  },
};

/** A rule that checks every import and re-export of a file. */
function importRule(reasonAgainst: (file: string, specifier: string) => string | null) {
  return {
    create(context: RuleContext) {
      const file = projectPath(context.filename);
      const check = (node: Node) => {
        const specifier = node.source?.value;
        const reason = typeof specifier === "string" ? reasonAgainst(file, specifier) : null;
        if (reason !== null) context.report({ node, message: reason });
      };
      return {
        ImportDeclaration: check,
        ExportNamedDeclaration: check,
        ExportAllDeclaration: check,
        ImportExpression: check,
      };
    },
  };
}

function projectPath(filename: string): string {
  return relative(process.cwd(), filename).replaceAll("\\", "/");
}

// oxlint loads a plugin by its default export.
export default {
  meta: { name: "looby" },
  rules: { "import-style": oneImportStyle, "import-walls": importWalls, "one-home": oneHome },
};
