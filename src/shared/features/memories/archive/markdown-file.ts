import { fileDay, fileTime } from "./file-time.ts";

/** A memory as written in a Markdown or text file. */
export interface DatedText {
  createdAt: string;
  title: string | null;
  content: string;
  actionItems: string[];
  /** The action items that are done. */
  doneItems: string[];
}

interface Exported extends Pick<DatedText, "createdAt" | "title" | "content"> {
  analysis: { actionItems: readonly string[]; doneItems?: readonly string[] | undefined };
}

/** In a memory's own text, a line like this begins with a backslash. */
const ITEMS = "#### Action items";
const ITEM = /^- \[([ x])\] (.+)$/;
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
/** "14:03 UTC", "14:03:59 · Title": the time of an entry within its day, UTC or the phone's, and its title. */
const TIMED = /^(\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(\s*UTC)?(?:\s*[·\-–—:]\s*(.+))?$/;

/**
 * Memories as readable Markdown: a heading for each day, one for each memory with its time (UTC), and action items as a task list.
 * `datedTexts` parses it again.
 */
export function markdownOf(memories: readonly Exported[]): string {
  let day = "";
  const parts = ["# Memories"];
  for (const { createdAt, title, content, analysis } of memories) {
    if (createdAt.slice(0, 10) !== day) {
      day = createdAt.slice(0, 10);
      parts.push(`## ${day}`);
    }
    const name = title === null ? "" : ` · ${title.replaceAll(/\s+/g, " ")}`;
    const time = createdAt.slice(11).replace(/(?:\.0+)?Z$/, "");
    parts.push(`### ${time} UTC${name}`, content.replaceAll(/^(\\*)#/gm, "$1\\#"));
    if (analysis.actionItems.length > 0) parts.push(ITEMS, listOf(analysis));
  }
  return `${parts.join("\n\n")}\n`;
}

/**
 * The memories of a Markdown or plain text file. A date as a heading, or as a line of plain text, begins a day. Below it, a heading that
 * begins with a time ("### 14:03 · Title") begins a memory. A file without dates is one memory at `fallback` (an ISO instant).
 */
export function datedTexts(text: string, fallback: string): DatedText[] {
  const texts: DatedText[] = [];
  let open: { createdAt: string; title: string | null; lines: string[] } = start(fallback);
  let day: string | null = null;

  function close(next: typeof open): void {
    const { words, ...items } = withoutItems(open.lines);
    const content = words
      .join("\n")
      .replaceAll(/^(\\*)\\#/gm, "$1#")
      .trim();
    if (content !== "") texts.push({ createdAt: open.createdAt, title: open.title, content, ...items });
    open = next;
  }
  for (const line of withoutFrontMatter(text)) {
    const heading = HEADING.exec(line);
    const words = heading?.[2] ?? line.trim();
    const date = fileDay(words);
    if (date !== null) {
      day = date;
      close(start(fileTime(words, "local") ?? fallback));
      continue;
    }
    const timed = day === null || heading === null ? null : TIMED.exec(words);
    const time =
      timed === null ? null : fileTime(`${day} ${timed[1]}${timed[2] === undefined ? "" : "Z"}`, "local");
    if (time !== null) close({ createdAt: time, title: timed?.[3] ?? null, lines: [] });
    // The file's own title does not begin a memory.
    else if (heading !== null && heading[1] === "#" && texts.length === 0 && isEmpty(open.lines))
      open.title = words;
    else open.lines.push(line);
  }
  close(start(fallback));
  return texts;
}

function listOf({ actionItems, doneItems = [] }: Exported["analysis"]): string {
  const box = (item: string) => (doneItems.includes(item) ? "[x]" : "[ ]");
  return actionItems.map((item) => `- ${box(item)} ${item.replaceAll(/\s+/g, " ")}`).join("\n");
}

/** Separates the list at the end of a memory from its text. If anything else follows the list's heading, all of it is text. */
function withoutItems(lines: readonly string[]): {
  words: readonly string[];
  actionItems: string[];
  doneItems: string[];
} {
  const at = lines.lastIndexOf(ITEMS);
  const listed = at === -1 ? [] : lines.slice(at + 1).filter((line) => line.trim() !== "");
  const items = listed.flatMap((line) => {
    const [, box, text] = ITEM.exec(line.trim()) ?? [];
    return text === undefined ? [] : [{ text, isDone: box === "x" }];
  });
  const isList = items.length > 0 && items.length === listed.length;
  if (!isList) return { words: lines, actionItems: [], doneItems: [] };
  const done = items.filter(({ isDone }) => isDone);
  return {
    words: lines.slice(0, at),
    actionItems: items.map(({ text }) => text),
    doneItems: done.map(({ text }) => text),
  };
}

function start(createdAt: string): { createdAt: string; title: string | null; lines: string[] } {
  return { createdAt, title: null, lines: [] };
}

function isEmpty(lines: readonly string[]): boolean {
  return lines.every((line) => line.trim() === "");
}

/** YAML front matter, between two lines of dashes at the beginning, is metadata of the note. */
function withoutFrontMatter(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines[0]?.trim() !== "---") return lines;
  const end = lines.indexOf("---", 1);
  return end === -1 ? lines : lines.slice(end + 1);
}
