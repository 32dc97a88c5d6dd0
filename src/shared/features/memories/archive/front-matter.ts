import { foldHeading } from "#shared/csv-table.ts";

/** The lines of a note below its front matter, and the note's own title and time, if present. */
export interface Note {
  lines: readonly string[];
  title: string | null;
  /** As written. */
  createdAt: string | null;
  /** Names of the other fields that have a value. */
  unread: readonly string[];
}

const READ = ["title", "date", "created"];

const KEY = /^([\p{L}\w-]+):(?:\s+(.*))?$/u;
/** Below a key, its value may continue in lines like these. */
const MORE = /^(?:\s|-\s|#|[\]}]|$)/;

/** Separates YAML front matter, between two lines of dashes at the beginning, from a note's lines. Other lines between dashes are text. */
export function noteOf(lines: readonly string[]): Note {
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)$/.test(line.trimEnd()));
  const head = lines[0]?.trimEnd() === "---" && end !== -1 ? lines.slice(1, end) : [];
  const isYaml = KEY.test(head[0] ?? "") && head.every((line) => KEY.test(line) || MORE.test(line));
  if (!isYaml) return { lines, title: null, createdAt: null, unread: [] };
  const values = new Map(
    head.flatMap((line) => {
      const [, key, value = ""] = KEY.exec(line) ?? [];
      const plain = value.trim().replace(/^(["'])(.*)\1$/, "$2");
      return key === undefined || plain === "" ? [] : [[foldHeading(key), plain] as const];
    }),
  );
  return {
    lines: lines.slice(end + 1),
    title: values.get("title") ?? null,
    createdAt: values.get("date") ?? values.get("created") ?? null,
    unread: head.flatMap((line, index) => {
      const [, key = "", value = ""] = KEY.exec(line) ?? [];
      const hasValue = value.trim() !== "" || /^(?:\s|-\s)/.test(head[index + 1] ?? "");
      return key === "" || READ.includes(foldHeading(key)) || !hasValue ? [] : [key];
    }),
  };
}
