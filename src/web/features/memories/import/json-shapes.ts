import { ARCHIVE_FORMAT } from "#shared/features/memories/archive/archive-file.ts";
import { fileTime } from "#shared/features/memories/archive/file-time.ts";
import { type Fields, foldNames, isFields, textOf } from "#shared/json-fields.ts";
import { omiActionItems, omiDoneItems, omiLines } from "#shared/features/memories/omi-talk.ts";
import { partsOf, partTime, partTitle } from "#shared/features/memories/parts.ts";

const INSTEAD =
  'write what you want to remember into a Markdown file (a date as the heading above each text) or a CSV file (columns "date" and "content"), and choose that file.';
/** Fields of a row that `parseImportRow` reads, beside the text, in lower case. */
const READ = new Set(
  "createdat created_at timestamp date source type title mood overview topics actionitems doneitems".split(
    " ",
  ),
);

/** The rows of a JSON document: of a list, of an object with lists, or the document itself. */
export function readJson(document: unknown): FoundFile | Unread {
  const fields = isFields(document) ? document : {};
  const entries: unknown = fields["entries"];
  if (Array.isArray(entries) && entries.some((entry) => isFields(entry) && "creationDate" in entry))
    return foreign("a Day One journal");
  const lists = ["memories", "conversations", "results"].map((name) => fields[name]).filter(Array.isArray);
  const list: unknown[] = Array.isArray(document) ? document : lists.length > 0 ? lists.flat() : [document];
  const rows = list.map((row, index) => ({ where: `Row ${index + 1}`, row }));
  return fields["format"] === ARCHIVE_FORMAT ? { kind: "An export of Looby", rows } : readRows(rows);
}

/** Reads each row by its own shape. Rejects the file if a row is a conversation of ChatGPT or no row has a known shape. */
export function readRows(found: readonly { where: string; row: unknown }[]): FoundFile | Unread {
  if (found.some(({ row }) => isFields(row) && isFields(row["mapping"])))
    return foreign("an export of ChatGPT");
  const kinds = new Set<string>();
  const rows = found.flatMap(({ where, row: written }): FoundRow[] => {
    if (!isFields(written)) return [{ where, row: written }];
    const row = foldNames(written);
    const kind = kindOf(row);
    if (kind !== null) kinds.add(kind);
    return kind === OMI_TALKS ? omiTalk(where, row) : [memory(where, row, kind)];
  });
  if (rows.length > 0 && kinds.size === 0)
    return { problem: `This is JSON that Looby does not know: ${INSTEAD}` };
  return { kind: [...kinds].join(", ") || OTHERS, rows };
}

function foreign(name: string): Unread {
  return { problem: `This is ${name}, which Looby does not read: ${INSTEAD}`, isForeign: true };
}

const OMI_TALKS = "Conversations from Omi";
const OMI = "Memories from Omi";
const MEM0 = "Memories from Mem0";
const OTHERS = "A list of memories";

/** Null for a row without any known text. */
function kindOf(row: Fields): string | null {
  if ("transcript_segments" in row || isFields(row["structured"])) return OMI_TALKS;
  if (typeof row["content"] === "string") return "uid" in row && "category" in row ? OMI : OTHERS;
  if (typeof row["memory"] === "string") return MEM0;
  return typeof row["text"] === "string" ? OTHERS : null;
}

function memory(where: string, row: Fields, kind: string | null): FoundRow {
  // https://docs.omi.me, "memories".
  if (kind === OMI) {
    const { content, created_at, tags } = row;
    return { where, row: { content, created_at, topics: tags, source: "omi" } };
  }
  // https://docs.mem0.ai, "get all memories". The id is not used, because the memory's text may have changed since.
  if (kind === MEM0) {
    const { metadata } = row;
    if (hasWords(metadata)) return { where, problem: wordsLost("metadata") };
    return { where, row: { topics: row["categories"], ...row, id: null } };
  }
  const unread = unreadOf(row);
  return unread === undefined ? { where, row } : { where, problem: wordsLost(unread) };
}

function wordsLost(field: string): string {
  return `It has words in "${field}", which Looby does not read. Move them into its text, or delete the field.`;
}

/** The first text field that `parseImportRow` does not read; none in a memory as returned by Looby's API. */
function unreadOf(row: Fields): string | undefined {
  if (isFields(row["analysis"])) return undefined;
  const text = ["content", "memory", "text"].find((name) => typeof row[name] === "string") ?? "";
  return Object.keys(row).find(
    (name) => name !== text && !READ.has(name) && row[name] !== row[text] && hasWords(row[name]),
  );
}

/** Whether a value contains text other than an id, a code, an address or a time. */
function hasWords(value: unknown): boolean {
  if (typeof value === "string")
    return /\s|[^\p{ASCII}]/u.test(value.trim()) && fileTime(value, "local") === null;
  return typeof value === "object" && value !== null && Object.values(value).some(hasWords);
}

/** A conversation of Omi, in parts. */
function omiTalk(where: string, row: Fields): FoundRow[] {
  const structured = isFields(row["structured"]) ? row["structured"] : {};
  const createdAt = row["started_at"] ?? row["created_at"];
  const [title, overview] = [textOf(structured["title"]) || null, textOf(structured["overview"]) || null];
  const actionItems = omiActionItems(structured["action_items"]);
  const doneItems = omiDoneItems(structured["action_items"]);
  const lines = omiLines(row["transcript_segments"]);
  const parts = partsOf(lines.join("\n\n") || (overview ?? title ?? actionItems.join("\n")), "omi");
  const time = fileTime(createdAt, "local");
  if (parts.length === 0) return [{ where, row: { content: "", createdAt } }];
  return parts.map((content, index) => ({
    where: parts.length === 1 ? where : `${where}, part ${index + 1}`,
    row: {
      content,
      createdAt: time === null ? createdAt : partTime(time, index),
      source: "omi",
      title: partTitle(title, index, parts.length),
      ...(index === 0 ? { overview, actionItems, doneItems } : {}),
    },
  }));
}

/** A memory found in a file and not validated yet, as the input of `parseImportRow`; or the reason why it cannot be read. */
export type FoundRow = {
  /** Its position in the file, for the user: "Row 3", "Line 7", "diary.md, 2024-08-27". */
  where: string;
} & ({ row: unknown } | { problem: string });

/** The detected kind of a file and its rows. */
export interface FoundFile {
  /** "An export of Looby", "A Day One journal". */
  kind: string;
  rows: FoundRow[];
  /** Warnings to show before the import, as sentences. */
  notes?: readonly string[];
}

/** The reason why a file is not read, and the next step for the user. */
export interface Unread {
  problem: string;
  /** Whether it is another program's export; in that case no other file of the zip is read. */
  isForeign?: boolean;
}

/** A chosen file, decoded. */
export interface TextFile {
  name: string;
  text: string;
  /** Last change as an ISO instant, used for a text without another time. */
  changedAt: string;
  /** Asks whether the letters look right when the file's encoding is a guess. */
  question: string | null;
}
