import * as z from "zod/mini";
import { MAX_TALK } from "#shared/features/memories/archive-limits.ts";
import { type MemorySource, type MemoryType, memoryTypes } from "#shared/features/memories/contract.ts";
import { MAX_MEMORY } from "#shared/features/memories/length-rule.ts";

/** What an exported file says it is. */
export const ARCHIVE_FORMAT = "looby-memories";
/** A row of an imported file, as it will be stored. */
export interface ImportRow {
  /** Null: the row has none. */
  id: string | null;
  content: string;
  createdAt: string;
  source: MemorySource;
  type: MemoryType;
  title: string | null;
}

type Parsed = { ok: true; row: ImportRow } | { ok: false; message: string };

const ID = /^[A-Za-z0-9_.:-]{1,128}$/;
/** What every reader of the file agrees on. */
const instant = z.iso.datetime({ offset: true });

/** Reads one row of a file: of an export, or just `{ content, createdAt, source }`. What it does not know, it leaves out. */
export function parseImportRow(given: unknown): Parsed {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return broken("This is not a memory.");
  const row = given as Record<string, unknown>; // every field is looked at below
  const source = row["source"] === "omi" ? "omi" : "looby";
  const content = typeof row["content"] === "string" ? row["content"].trim() : "";
  if (content === "") return broken("It has no content.");
  const most = longestOf(source);
  if (content.length > most) return broken(`It has ${content.length} characters; at most ${most} are kept.`);
  if (content.includes("\0") || !content.isWellFormed())
    return broken("It has characters that cannot be stored.");
  const createdAt = timeOf(row["createdAt"]);
  if (createdAt === null) return broken("It has no createdAt, or one that is no time.");
  const id = typeof row["id"] === "string" && ID.test(row["id"]) ? row["id"] : null;
  const type = memoryTypes.find((known) => known === row["type"]) ?? "something-else";
  const title = typeof row["title"] === "string" ? row["title"].trim().slice(0, 200).toWellFormed() : "";
  return { ok: true, row: { id, content, createdAt, source, type, title: title === "" ? null : title } };
}

/** Longest content by where it comes from, in UTF-16 units. */
export function longestOf(source: MemorySource): number {
  return source === "omi" ? MAX_TALK : MAX_MEMORY;
}

/** The rows of a file: a list, or an export with its `memories`. Null when it is neither. */
export function rowsOf(file: unknown): unknown[] | null {
  if (Array.isArray(file)) return file as unknown[];
  if (typeof file !== "object" || file === null || !("memories" in file)) return null;
  return Array.isArray(file.memories) ? (file.memories as unknown[]) : null;
}

function timeOf(given: unknown): string | null {
  if (typeof given !== "string" || !instant.safeParse(given).success) return null;
  const time = new Date(given);
  return Number.isNaN(time.getTime()) || time.getTime() < 0 ? null : time.toISOString();
}

function broken(message: string): Parsed {
  return { ok: false, message };
}
