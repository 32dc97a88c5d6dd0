import { relative } from "node:path";
import { awkwardForUsers, awkwardInComment, awkwardTestTitle } from "./plain-english.ts";
import { homeOf, importStyle, lateImportIn, wallBetween } from "./walls.ts";

// The parts of oxlint's ESLint-compatible plugin interface used here.
interface Node {
  type: string;
  name?: string;
  value?: unknown;
  source?: Node | null;
  object?: Node;
  property?: Node;
  callee?: Node;
  arguments?: Node[];
  quasis?: { value: { cooked: string } }[];
  loc?: { start: { line: number; column: number } };
}
interface RuleContext {
  filename: string;
  sourceCode: { getAllComments(): (Node & { value: string })[] };
  report(problem: { node: Node; message: string }): void;
}

const importWalls = importRule(wallBetween);
const oneImportStyle = importRule(importStyle);

const lateImports = {
  create(context: RuleContext) {
    const reason = lateImportIn(projectPath(context.filename));
    return {
      ImportExpression(node: Node) {
        if (reason !== null) context.report({ node, message: reason });
      },
    };
  },
};

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

const TEST_FILE = /\.(?:test|e2e|proof)\.tsx?$/;
/** Texts outside these folders are examples of what people say. */
const TEXTS_FOR_USERS = /^(?:scripts|src\/(?!server\/(?:sample|testing)\/))/;
/** `test`, `test.for(...)`, `test.skipIf(...)`: other members have no title. */
const TITLED = new Set(["each", "for", "only", "skip", "skipIf", "runIf", "fails"]);

const plainEnglish = {
  create(context: RuleContext) {
    const isTest = TEST_FILE.test(context.filename);
    const hasTextsForUsers = !isTest && TEXTS_FOR_USERS.test(projectPath(context.filename));
    const report = (node: Node, message: string | null) => {
      if (message !== null) context.report({ node, message });
    };
    return {
      Program() {
        for (const { node, text } of paragraphs(context.sourceCode.getAllComments()))
          report(node, awkwardInComment(text));
      },
      CallExpression(node: Node) {
        const [title] = node.arguments ?? [];
        if (isTest && title !== undefined && isText(title) && isTestCall(node.callee))
          report(title, awkwardTestTitle(textOf(title)));
      },
      JSXText(node: Node) {
        if (hasTextsForUsers) report(node, awkwardForUsers(textOf(node)));
      },
      Literal(node: Node) {
        if (hasTextsForUsers && isSentence(textOf(node))) report(node, awkwardForUsers(textOf(node)));
      },
      TemplateLiteral(node: Node) {
        if (hasTextsForUsers && isSentence(textOf(node))) report(node, awkwardForUsers(textOf(node)));
      },
    };
  },
};

function isTestCall(callee: Node | undefined): boolean {
  if (callee === undefined) return false;
  if (callee.type === "Identifier") return callee.name === "test";
  if (callee.type === "CallExpression") return isTestCall(callee.callee);
  const isTitled = callee.type === "MemberExpression" && TITLED.has(callee.property?.name ?? "");
  return isTitled && isTestCall(callee.object);
}

function isText({ type, value }: Node): boolean {
  return type === "TemplateLiteral" || typeof value === "string";
}

function textOf({ value, quasis = [] }: Node): string {
  return typeof value === "string" ? value : quasis.map((quasi) => quasi.value.cooked).join("...");
}

/** Strings that are shown are sentences or begin like one; keys, classes and queries are not. */
function isSentence(text: string): boolean {
  return /^[A-Z][^|]* [^|]*$/.test(text);
}

/** The text of each comment; adjacent line comments count as one. */
function paragraphs(comments: readonly (Node & { value: string })[]): { node: Node; text: string }[] {
  const found: { node: Node; text: string; end: number }[] = [];
  for (const comment of comments) {
    const { line = 0 } = comment.loc?.start ?? {};
    const last = found.at(-1);
    const text = comment.value
      .replaceAll(/^\s*\*/gm, "")
      .replaceAll(/\s+/g, " ")
      .trim();
    if (comment.type === "Line" && last?.node.type === "Line" && last.end === line - 1) {
      last.text += ` ${text}`;
      last.end = line;
    } else found.push({ node: comment, text, end: line });
  }
  return found;
}

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
  rules: {
    "import-style": oneImportStyle,
    "import-walls": importWalls,
    "late-imports": lateImports,
    "one-home": oneHome,
    "plain-english": plainEnglish,
  },
};
