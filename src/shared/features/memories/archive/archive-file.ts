import { foldHeading } from "#shared/csv-table.ts";
import { MAX_ACTION_ITEM, MAX_TALK } from "./archive-limits.ts";
import { type MemorySource, type MemoryType, memoryTypes } from "../contract.ts";
import { type Clock, fileTime, isAmbiguousDate } from "./file-time.ts";
import { MAX_MEMORY } from "../length-rule.ts";
import { type Fields, foldNames, isFields, textOf, wordsOf } from "#shared/json-fields.ts";
import { storable } from "#shared/storable-text.ts";

/** Format name in an exported file. */
export const ARCHIVE_FORMAT = "looby-memories";

/** Findings in a memory from another source: the wearable, a language model or an earlier Looby. */
export interface FoundBefore {
  mood: string | null;
  overview: string | null;
  topics: string[];
  actionItems: string[];
  /** The completed action items. */
  doneItems: string[];
}

/** A row of an imported file, as it will be stored. */
export interface ImportRow extends FoundBefore {
  /** Null when the row has none. */
  id: string | null;
  content: string;
  createdAt: string;
  source: MemorySource;
  type: MemoryType;
  title: string | null;
  /** Whether it is a daily thought. */
  isThought: boolean;
  /** No language model ever gets its words: an export's `useRag: false`. */
  staysFromModels: boolean;
}

type Parsed = { ok: true; row: ImportRow } | { ok: false; message: string };

const ID = /^[A-Za-z0-9_.:-]{1,128}$/;
const MOST_FOUND = 20;

/**
 * Parses one row of a file: of an export, or any object with a text (`content`, `memory` or `text`) and a time (`createdAt`, `created_at`,
 * `timestamp` or `date`, as `fileTime` reads them). Field names, the source and the type may have any case. Unknown fields are ignored.
 * Characters that cannot be stored are removed or replaced.
 * @param clock the zone of a time without one
 */
export function parseImportRow(row: unknown, clock: Clock): Parsed {
  const storableRow = storable(row);
  if (!isFields(storableRow)) return broken("This is not a memory.");
  const fields = foldNames(storableRow);
  const source = sourceOf(fields["source"]);
  const content = wordsOf(fields["content"] ?? fields["memory"] ?? fields["text"]);
  if (content === "") return broken("It has no content.");
  const most = longestOf(source);
  if (content.length > most)
    return broken(`It has ${content.length} characters; at most ${most} can be stored.`);
  const written = fields["createdat"] ?? fields["created_at"] ?? fields["timestamp"] ?? fields["date"];
  if (isAmbiguousDate(written)) return broken("Its date may be two different days: write 2024-08-27.");
  const createdAt = fileTime(written, clock);
  if (createdAt === null)
    return broken("It has no date that can be read: write 2024-08-27 or 2024-08-27 14:05.");
  const id = typeof fields["id"] === "string" && ID.test(fields["id"]) ? fields["id"] : null;
  const named = foldHeading(textOf(fields["type"]));
  const type = memoryTypes.find((known) => foldHeading(known) === named) ?? "something-else";
  const title = shortText(fields["title"], 200);
  const metadata = isFields(fields["metadata"]) ? fields["metadata"] : fields;
  const isThought = metadata["isThought"] === true;
  return {
    ok: true,
    row: {
      id,
      content,
      createdAt,
      source,
      type,
      title,
      isThought,
      staysFromModels: fields["userag"] === false,
      ...foundBefore(fields),
    },
  };
}

/** From an export's `analysis`, or from fields beside the text. */
function foundBefore(row: Fields): FoundBefore {
  const from = isFields(row["analysis"]) ? foldNames(row["analysis"]) : row;
  return {
    mood: shortText(from["mood"], 60),
    overview: shortText(from["overview"], 2000),
    topics: shortTexts(from["topics"], 60),
    actionItems: shortTexts(from["actionitems"], MAX_ACTION_ITEM),
    doneItems: shortTexts(from["doneitems"], MAX_ACTION_ITEM),
  };
}

/** The source given in a file, in any case. */
export function sourceOf(value: unknown): MemorySource {
  return foldHeading(textOf(value)) === "omi" ? "omi" : "looby";
}

/** Longest content by source, in UTF-16 units. */
export function longestOf(source: MemorySource): number {
  return source === "omi" ? MAX_TALK : MAX_MEMORY;
}

/** The rows of a file: a list, or an export with its `memories`. Null when it is neither. */
export function rowsOf(file: unknown): unknown[] | null {
  if (Array.isArray(file)) return file as unknown[];
  if (!isFields(file)) return null;
  return Array.isArray(file["memories"]) ? (file["memories"] as unknown[]) : null;
}

/** Trimmed and cut to length; null when empty. */
function shortText(value: unknown, most: number): string | null {
  const text = wordsOf(value).slice(0, most).toWellFormed();
  return text === "" ? null : text;
}

function shortTexts(values: unknown, most: number): string[] {
  if (!Array.isArray(values)) return [];
  return values.slice(0, MOST_FOUND).flatMap((text) => shortText(textOf(text), most) ?? []);
}

function broken(message: string): Parsed {
  return { ok: false, message };
}
