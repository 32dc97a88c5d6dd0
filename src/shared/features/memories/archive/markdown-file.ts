import { fileDay, fileTime } from "./file-time.ts";
import { noteOf } from "./front-matter.ts";

/** A memory as written in a Markdown or text file. */
export interface DatedText {
  /** An instant, or the time as written in the file when it cannot be parsed. */
  createdAt: string;
  /** The day of the heading above it. */
  day: string | null;
  title: string | null;
  content: string;
  actionItems: string[];
  /** The completed action items. */
  doneItems: string[];
}

interface Exported extends Pick<DatedText, "createdAt" | "title" | "content"> {
  analysis: { actionItems: readonly string[]; doneItems?: readonly string[] | undefined };
}

interface Open extends Pick<DatedText, "createdAt" | "day" | "title"> {
  lines: string[];
  /** The line with the heading of its action items. */
  itemsAt: number | null;
}

const ITEMS = "#### Action items";
const ITEM = /^- \[([ x])\] (.+)$/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+([^\n]*?)(?:[ \t]+#+)?\s*$/;
const UNDERLINE = /^ {0,3}(?:=+|-+)\s*$/;
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
/** "14:03 UTC", "14:03:59 · Title": the time of an entry within its day, UTC or the phone's, and its title. */
const TIMED = /^(\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:\s*[ap]m)?)(\s*UTC)?(?:\s*[·\-–—:]\s*([^\n]+))?$/i;
/** In a memory's own text, a line that would be a heading, a rule or a fence gets one more backslash at its start. */
const MARKED = /^( {0,3})(\\*(?:#|(?:=+|-+)\s*$|`{3}|~{3}))/;
const UNMARKED = /^( {0,3})\\(\\*(?:#|(?:=+|-+)\s*$|`{3}|~{3}))/;

/**
 * Memories as readable Markdown: a heading for each day, one for each memory with its time (UTC), and action items as a task list.
 * `datedTexts` returns the same memories.
 */
export function markdownOf(memories: readonly Exported[]): string {
  let day = "";
  const parts = ["# Memories"];
  for (const { createdAt, title, content, analysis } of memories) {
    if (createdAt.slice(0, 10) !== day) {
      day = createdAt.slice(0, 10);
      parts.push(`## ${day}`);
    }
    const time = createdAt.slice(11).replace(/(?:\.0+)?Z$/, "");
    // A "#" at the end of a heading would be read as closing marks.
    const name = title?.replaceAll(/[\r\n]+/g, " ").replace(/(^|[ \t])(\\*#+)$/, "$1\\$2");
    const lines = content.split("\n").map((line) => line.replace(MARKED, "$1\\$2"));
    parts.push(`### ${time} UTC${name === undefined ? "" : ` · ${name}`}`, lines.join("\n"));
    if (analysis.actionItems.length > 0) parts.push(ITEMS, listOf(analysis));
  }
  return `${parts.join("\n\n")}\n`;
}

/**
 * The memories of a Markdown or plain text file. A date as a heading begins a day, in plain text also a date as a line. Below it, a heading
 * that begins with a time ("### 14:03 · Title") begins a memory. A file without dates is one memory, at the time of its front matter or
 * else at `fallback` (an ISO instant). Lines in a fence never begin a memory.
 * @returns also the names of the ignored front matter fields
 */
export function datedTexts(
  text: string,
  { fallback, isMarkdown }: { fallback: string; isMarkdown: boolean },
): { entries: DatedText[]; unread: readonly string[] } {
  // In a file with Windows line breaks, the first line has one. In any other file they are part of a memory.
  const { lines, title, createdAt, unread } = noteOf(text.split(/^[^\n]*\r\n/.test(text) ? /\r?\n/ : "\n"));
  const time = createdAt === null ? fallback : (fileTime(createdAt, "local") ?? createdAt);
  let open = start(time, null, title);
  const entries = [open];
  let fence: string | null = null;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const wasFenced = fence !== null;
    fence = fenceAfter(line, fence);
    if (wasFenced || fence !== null) {
      open.lines.push(line);
      continue;
    }
    const heading = headingAt(lines, index);
    const next = beginning(
      heading ?? (isMarkdown ? null : { words: line.trim() }),
      heading !== null,
      open.day,
    );
    if (next !== null) {
      entries.push(next);
      open = next;
    } else if (heading?.isTop === true && entries.length === 1 && isUntitled(open, heading.words)) {
      open.title = heading.words;
    } else {
      if (line.trimEnd() === ITEMS) open.itemsAt = open.lines.length;
      open.lines.push(line.replace(UNMARKED, "$1$2"));
      continue;
    }
    if (heading?.isUnderlined === true) index += 1;
  }
  return { entries: entries.map(closed).filter(({ content }) => content !== ""), unread };
}

function start(createdAt: string, day: string | null, title: string | null): Open {
  return { createdAt, day, title, lines: [], itemsAt: null };
}

/** The fence that is open after a line; null when none is. */
function fenceAfter(line: string, fence: string | null): string | null {
  if (fence === null) return FENCE.exec(line)?.[1] ?? null;
  const marks = line.trim();
  const isEnd = marks.length >= fence.length && marks === fence.charAt(0).repeat(marks.length);
  return isEnd ? null : fence;
}

interface Heading {
  words: string;
  /** Of the first level. */
  isTop: boolean;
  /** Marked by dashes or equals signs in the next line. */
  isUnderlined: boolean;
}

function headingAt(lines: readonly string[], index: number): Heading | null {
  const [before = "", line = "", after = ""] = [lines[index - 1], lines[index], lines[index + 1]];
  const [, marks, words = ""] = HEADING.exec(line) ?? [];
  if (marks !== undefined) return { words, isTop: marks === "#", isUnderlined: false };
  const isUnderlined = before.trim() === "" && line.trim() !== "" && UNDERLINE.test(after);
  return isUnderlined ? { words: line.trim(), isTop: after.trim().startsWith("="), isUnderlined } : null;
}

/** The memory that begins at a line with a date or, in a heading below one, with a time. */
function beginning(line: Pick<Heading, "words"> | null, isHeading: boolean, day: string | null): Open | null {
  if (line === null) return null;
  const [date, moment] = [fileDay(line.words), fileTime(line.words, "local")];
  if (date !== null && moment !== null) return start(moment, date, null);
  const [, time, utc, title = null] = (isHeading && day !== null && TIMED.exec(line.words)) || [];
  const at = time === undefined ? null : fileTime(`${day} ${time}${utc === undefined ? "" : "Z"}`, "local");
  return at === null ? null : start(at, day, title?.replace(/(^|[ \t])\\(\\*#+)$/, "$1$2") ?? null);
}

/** Whether a heading at the beginning of a file is its title. */
function isUntitled({ title, lines }: Open, heading: string): boolean {
  return lines.every((line) => line.trim() === "") && (title ?? heading) === heading;
}

/** Separates the list at the end of a memory from its text. If other text follows the list's heading, all of it is text. */
function closed({ lines, itemsAt, ...memory }: Open): DatedText {
  const listed = itemsAt === null ? [] : lines.slice(itemsAt + 1).filter((line) => line.trim() !== "");
  const items = listed.flatMap((line) => {
    const [, box, text] = ITEM.exec(line.trim()) ?? [];
    return text === undefined ? [] : [{ text, isDone: box === "x" }];
  });
  const isList = itemsAt !== null && items.length > 0 && items.length === listed.length;
  const found = isList ? items : [];
  return {
    ...memory,
    content: (isList ? lines.slice(0, itemsAt) : lines).join("\n").trim(),
    actionItems: found.map(({ text }) => text),
    doneItems: found.filter(({ isDone }) => isDone).map(({ text }) => text),
  };
}

function listOf({ actionItems, doneItems = [] }: Exported["analysis"]): string {
  const box = (item: string) => (doneItems.includes(item) ? "[x]" : "[ ]");
  return actionItems.map((item) => `- ${box(item)} ${item.replaceAll(/\s+/g, " ")}`).join("\n");
}
