import { ARCHIVE_FORMAT, rowsOf } from "#shared/features/memories/archive/archive-file.ts";
import type { MemorySource } from "#shared/features/memories/contract.ts";
import { fileTime } from "#shared/features/memories/archive/file-time.ts";
import { type Fields, isFields, textOf } from "#shared/json-fields.ts";
import type { FoundFile, FoundRow } from "./found-row.ts";
import { omiActionItems, omiDoneItems, omiLines } from "#shared/features/memories/omi-talk.ts";
import { partsOf, partTitle } from "#shared/features/memories/parts.ts";

/** Detects the format of a JSON document and returns its rows; null for an unknown format. */
export function readJson(document: unknown): FoundFile | null {
  const lists = isFields(document) ? document : {};
  if (Array.isArray(lists["entries"])) return dayOne(lists["entries"]);
  if (Array.isArray(lists["conversations"])) return omiConversations(lists["conversations"]);
  if (Array.isArray(lists["results"])) return mem0(lists["results"]);
  const rows = rowsOf(document);
  if (rows === null) return null;
  if (lists["format"] === ARCHIVE_FORMAT) return { kind: "An export of Looby", rows: rows.map(numbered) };
  const first = rows.find(isFields) ?? {};
  if (isFields(first["mapping"])) return chatGpt(rows);
  if (Array.isArray(first["transcript_segments"])) return omiConversations(rows);
  if (typeof first["memory"] === "string") return mem0(rows);
  if ("uid" in first && "category" in first) return omiMemories(rows);
  return { kind: "A list of memories", rows: rows.map(numbered) };
}

function numbered(row: unknown, index: number): FoundRow {
  return { where: `Row ${index + 1}`, row };
}

/** Omi's export and API: https://docs.omi.me, "memories". */
function omiMemories(rows: readonly unknown[]): FoundFile {
  return {
    kind: "Memories from Omi",
    rows: rows.map((row, index) =>
      numbered(isFields(row) ? { ...pick(row, ["content", "created_at"]), source: "omi" } : row, index),
    ),
  };
}

function omiConversations(rows: readonly unknown[]): FoundFile {
  return {
    kind: "Conversations from Omi",
    rows: rows.flatMap((row, index) => {
      if (!isFields(row)) return [numbered(row, index)];
      const structured = isFields(row["structured"]) ? row["structured"] : {};
      const lines = omiLines(row["transcript_segments"]);
      const overview = textOf(structured["overview"]) || null;
      return inParts({
        where: `Row ${index + 1}`,
        title: textOf(structured["title"]) || null,
        text: lines.join("\n\n") || (overview ?? ""),
        createdAt: row["started_at"] ?? row["created_at"],
        source: "omi",
        more: {
          overview,
          actionItems: omiActionItems(structured["action_items"]),
          doneItems: omiDoneItems(structured["action_items"]),
        },
      });
    }),
  };
}

/** Mem0's export and API: { id, memory, created_at }. */
function mem0(rows: readonly unknown[]): FoundFile {
  return {
    kind: "Memories from Mem0",
    rows: rows.map((row, index) =>
      numbered(isFields(row) ? pick(row, ["memory", "created_at"]) : row, index),
    ),
  };
}

/** "Journal.json" of Day One's export: https://dayoneapp.com/guides, "Exporting Entries". */
function dayOne(rows: readonly unknown[]): FoundFile {
  return {
    kind: "A Day One journal",
    rows: rows.flatMap((row, index) => {
      if (!isFields(row)) return [numbered(row, index)];
      // Day One escapes punctuation, and refers to photos by addresses that only it can open.
      const text = textOf(row["text"])
        .replaceAll(/!\[[^\]]*\]\(dayone-moment:[^)]*\)/g, "")
        .replaceAll(/\\([.!()[\]\-+#*_`~>|{}])/g, "$1");
      return inParts({ where: `Row ${index + 1}`, title: null, text, createdAt: row["creationDate"] });
    }),
  };
}

/** "conversations.json" of ChatGPT's data export: each message points to its parent, and `current_node` is the end of the active branch. */
function chatGpt(rows: readonly unknown[]): FoundFile {
  return {
    kind: "Conversations from ChatGPT",
    rows: rows.flatMap((row, index) => {
      if (!isFields(row)) return [numbered(row, index)];
      return inParts({
        where: `Conversation ${index + 1}`,
        title: textOf(row["title"]) || null,
        text: chatGptTalk(row).join("\n\n"),
        createdAt: row["create_time"],
      });
    }),
  };
}

function chatGptTalk(conversation: Fields): string[] {
  const mapping = isFields(conversation["mapping"]) ? conversation["mapping"] : {};
  const lines: string[] = [];
  const seen = new Set<string>();
  let id = textOf(conversation["current_node"]) || (Object.keys(mapping).at(-1) ?? null);
  while (id !== null && !seen.has(id)) {
    seen.add(id);
    const node: unknown = mapping[id];
    if (!isFields(node)) break;
    const message = isFields(node["message"]) ? node["message"] : {};
    const role = isFields(message["author"]) ? message["author"]["role"] : null;
    const content = isFields(message["content"]) ? message["content"] : {};
    const parts: unknown = content["parts"];
    const text = Array.isArray(parts) ? parts.map(textOf).filter((part) => part !== "") : [];
    if (text.length > 0 && (role === "user" || role === "assistant"))
      lines.unshift(`${role === "user" ? "You" : "ChatGPT"}: ${text.join("\n")}`);
    id = textOf(node["parent"]) || null;
  }
  return lines;
}

interface Talk {
  where: string;
  title: string | null;
  text: string;
  createdAt: unknown;
  source?: MemorySource;
  /** Other fields, stored with its first part. */
  more?: Fields;
}

/** Splits a text of any length into rows; its parts are a second apart, so that they stay in order. */
function inParts({ where, title, text, createdAt, source = "looby", more = {} }: Talk): FoundRow[] {
  const parts = partsOf(text, source);
  const time = fileTime(createdAt, "local");
  if (parts.length === 0) return [{ where, row: { content: "", createdAt, source } }];
  return parts.map((content, index) => ({
    where: parts.length === 1 ? where : `${where}, part ${index + 1}`,
    row: {
      content,
      createdAt: time === null ? createdAt : new Date(Date.parse(time) + index * 1000).toISOString(),
      source,
      title: partTitle(title, index, parts.length),
      ...(index === 0 ? more : {}),
    },
  }));
}

function pick(row: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}
