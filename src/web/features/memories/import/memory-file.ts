import { unzip } from "fflate";
import { decodeText, isBinary } from "#shared/decode-text.ts";
import { type ImportRow, parseImportRow } from "#shared/features/memories/archive/archive-file.ts";
import { MAX_ARCHIVE_FILE } from "#shared/features/memories/archive/archive-limits.ts";
import { type FoundFile, readJson, type TextFile, type Unread } from "./json-shapes.ts";
import { readJsonLines, readTable, readText } from "./text-shapes.ts";

/** Contents of the chosen files, before any row is sent. */
export interface ImportPreview {
  /** The detected kinds, each once. */
  kinds: string[];
  /** Rows that can be stored. */
  rows: ImportRow[];
  /** Rows that cannot be stored, with the reason. */
  broken: { where: string; message: string }[];
  /** Warnings to show before the import, for example about columns that are not read. */
  notes: string[];
}

const READABLE = /\.(json|jsonl|ndjson|csv|tsv|md|markdown|txt|text)$/i;
const TOO_LARGE = "These files are larger than 60 MB. Please split them and import the parts.";
const READS = "Looby reads its own exports, Omi, Mem0, JSON, CSV, Markdown and plain text.";
const NOTHING_FOUND = `There are no memories in this file. ${READS}`;

/** Parses the chosen files in the page. @returns their contents, or a sentence with the reason why no memory could be read */
export async function readMemoryFiles(files: readonly File[]): Promise<ImportPreview | Unread> {
  const preview: ImportPreview = { kinds: [], rows: [], broken: [], notes: [] };
  if (files.reduce((sum, { size }) => sum + size, 0) > MAX_ARCHIVE_FILE) return { problem: TOO_LARGE };
  for (const file of files) {
    const texts = await textsOf(file);
    if ("problem" in texts) return texts;
    for (const text of texts.texts) {
      const found = readOne(text);
      if ("problem" in found) preview.broken.push({ where: text.name, message: found.problem });
      else add(preview, found, text.question, files.length + texts.texts.length > 2 ? text.name : null);
    }
  }
  if (preview.rows.length > 0) return preview;
  const [first] = preview.broken;
  if (first === undefined) return { problem: NOTHING_FOUND };
  return preview.kinds.length === 0 ? { problem: `${first.where}: ${first.message}` } : preview;
}

function add(
  preview: ImportPreview,
  { kind, rows, notes = [] }: FoundFile,
  question: string | null,
  name: string | null,
): void {
  for (const note of question === null ? notes : [question, ...notes])
    if (!preview.notes.includes(note)) preview.notes.push(note);
  if (!preview.kinds.includes(kind)) preview.kinds.push(kind);
  for (const { where, ...found } of rows) {
    const parsed =
      "row" in found ? parseImportRow(found.row, "local") : { ok: false as const, message: found.problem };
    if (parsed.ok) preview.rows.push(parsed.row);
    else {
      const place = name === null || where.startsWith(name) ? where : `${name}, ${where}`;
      preview.broken.push({ where: place, message: parsed.message });
    }
  }
}

function readOne(file: TextFile): FoundFile | Unread {
  const { name, text } = file;
  if (isBinary(text)) return { problem: `This is not text. ${READS}` };
  if (text.trim() === "") return { problem: "This file is empty." };
  if (/\.(csv|tsv)$/i.test(name)) return readTable(file);
  if (/\.(jsonl|ndjson)$/i.test(name)) return readJsonLines(file);
  if (/\.(md|markdown|txt|text)$/i.test(name)) return readText(file);
  try {
    return readJson(JSON.parse(text));
  } catch {
    // JSON Lines with another file extension: its first line is a document.
    const found = readJsonLines(file);
    if (!("problem" in found) || found.isForeign) return found;
    return { problem: "This file cannot be read as JSON. It may be incomplete: export it again." };
  }
}

async function textsOf(file: File): Promise<{ texts: TextFile[] } | Unread> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const changedAt = new Date(file.lastModified).toISOString();
  if (!/\.zip$/i.test(file.name)) return { texts: [{ name: file.name, ...decodeText(bytes), changedAt }] };
  try {
    return { texts: await unpack(bytes, changedAt) };
  } catch (error) {
    return {
      problem: error instanceof RangeError ? TOO_LARGE : "This zip file cannot be opened. Export it again.",
    };
  }
}

/** Files of a zip that may contain memories; for another program's export, a single file that identifies it. */
async function unpack(bytes: Uint8Array, changedAt: string): Promise<TextFile[]> {
  let size = 0;
  const entries = await new Promise<Record<string, Uint8Array>>((resolve, reject) => {
    unzip(
      bytes,
      {
        filter({ name, originalSize }) {
          if (!READABLE.test(name) || name.includes("__MACOSX/")) return false;
          size += originalSize;
          return size <= MAX_ARCHIVE_FILE;
        },
      },
      (error, data) => (error === null ? resolve(data) : reject(error)),
    );
  });
  if (size > MAX_ARCHIVE_FILE) throw new RangeError("too large");
  const texts = Object.entries(entries).map(([path, content]) => ({
    name: path.split("/").at(-1) ?? path,
    ...decodeText(content),
    changedAt,
  }));
  const foreign = texts.find((text) => {
    const found = readOne(text);
    return "problem" in found && found.isForeign;
  });
  return foreign === undefined ? texts : [foreign];
}
