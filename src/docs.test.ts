import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { awkwardInComment } from "../scripts/plain-english.ts";

// Documents name files, and files are moved.

const root = resolve(import.meta.dirname, "..");
const documents = globSync(["*.md", "docs/**/*.md", "src/**/*.md"], { cwd: root }).sort();
const flows = documents.filter((path) => path === "docs/architecture.md" || path.endsWith("/README.md"));
const sources = globSync("{src,scripts}/**/*", { cwd: root }).map((path) =>
  `/${path.replaceAll("\\", "/")}`.replace("/features/", "/").replace(/\.\w+$/, ""),
);

test("finds no dead link between documents", () => {
  const broken = documents.flatMap((document) =>
    linksOf(read(document))
      .filter((link) => !existsSync(join(root, dirname(document), link)))
      .map((link) => `${document}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test("finds every path that the flows name", () => {
  const missing = flows.flatMap((document) =>
    pathsOf(read(document))
      .filter((path) => !isSource(path))
      .map((path) => `${document}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test("describes the program in plain English", () => {
  // Other documents below src are content: quests and the companions' knowledge.
  const described = documents.filter((path) => !path.startsWith("src/") || path.endsWith("/README.md"));
  const problems = described.flatMap((document) =>
    proseOf(read(document)).flatMap((paragraph) => {
      const problem = awkwardInComment(paragraph);
      return problem === null ? [] : [`${document}: ${problem}`];
    }),
  );
  expect(problems).toEqual([]);
});

test("finds awkward wording in a paragraph, but not in a quotation or code", () => {
  const [first, ...others] = proseOf('- The page is\n  told.\n- Not `told`, not "told".\n\n# Who is told');
  expect(awkwardInComment(first ?? "")).toContain("told");
  expect(others.map(awkwardInComment).filter((problem) => problem !== null)).toEqual([]);
});

test("reports a document that names a missing file", () => {
  expect(linksOf("see [why](decisions/no-such.md#part) and [there](https://looby.example)")).toEqual([
    "decisions/no-such.md",
  ]);
  const named = pathsOf("`chat/store/chat-store` → `chat/no-such-file`, `chat.send`, `GET /api/x/y`");
  expect(named.filter((path) => !isSource(path))).toEqual(["chat/no-such-file"]);
});

function read(document: string): string {
  return readFileSync(join(root, document), "utf8");
}

/** Paragraphs and rows of tables, without headings, code, quotations and marks. */
function proseOf(text: string): string[] {
  return text
    .replaceAll(/^#.*$|^```[^]*?^```$/gm, "")
    .replaceAll(/`[^`\n]*`|“[^”]*”|"[^"\n]*"/g, "x")
    .split(/\n{2,}|\n(?=\s*[-*|#>]|\s*\d+\. )/)
    .map((paragraph) => paragraph.replace(/^[\s\-*|#>]*(?:\d+\. )?/, "").replaceAll(/\s+/g, " "));
}

/** Relative targets of Markdown links, without their anchors. */
function linksOf(text: string): string[] {
  return [...text.matchAll(/\]\(([^)#\s]+)/g)].flatMap(([, link]) =>
    link === undefined || /^(?:https?|mailto):/.test(link) ? [] : [link],
  );
}

/** Paths in backticks: words with a slash between them, which no address, command or pattern has alone. */
function pathsOf(text: string): string[] {
  return [...text.matchAll(/`([\w-]+(?:\/[\w.-]+)+)`/g)].flatMap(([, path]) =>
    path === undefined ? [] : [path],
  );
}

/** Paths leave out the side, `features` and the ending. */
function isSource(path: string): boolean {
  const wanted = `/${path
    .replace(/^src\//, "")
    .replace("features/", "")
    .replace(/\.\w+$/, "")}`;
  return sources.some((source) => source.endsWith(wanted)) || existsSync(join(root, path));
}
