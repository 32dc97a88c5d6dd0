import { MAX_TAG_TEXT, readTagText, type TagReading } from "#shared/features/nfc/tag-code.ts";

// The part of Web NFC used here; our type libraries do not have it.

export interface NdefRecord {
  recordType: string;
  encoding?: string;
  data?: DataView;
}

export interface TagReader extends EventTarget {
  scan(options: { signal: AbortSignal }): Promise<void>;
  write(
    message: { records: { recordType: "url"; data: string }[] },
    options: { signal: AbortSignal },
  ): Promise<void>;
}

/** Maximum decoded bytes of a record: four for each character of our longest tag. */
const MAX_RECORD_BYTES = 4 * MAX_TAG_TEXT;
/** Maximum number of records read of a tag. */
const MAX_RECORDS = 8;

/** The browser's NFC reader; null where there is none, which is everywhere but in Chrome on Android. */
export function newTagReader(): TagReader | null {
  const found: unknown = Reflect.get(globalThis, "NDEFReader");
  return typeof found === "function" ? new (found as new () => TagReader)() : null;
}

export function hasTagReader(): boolean {
  return "NDEFReader" in globalThis;
}

/** Reads the records of a tag: the first of our own tags, or else the problem of the first record. */
export function readRecords(records: readonly NdefRecord[]): TagReading {
  const readings = records.slice(0, MAX_RECORDS).map(readRecord);
  return readings.find(({ kind }) => kind !== "problem") ?? readings[0] ?? readTagText("");
}

function readRecord({ recordType, encoding, data }: NdefRecord): TagReading {
  if (recordType === "empty") return readTagText("");
  const isText = recordType === "url" || recordType === "absolute-url" || recordType === "text";
  if (!isText || data === undefined)
    return { kind: "problem", problem: "It isn’t a Looby tag, so nothing was opened." };
  if (data.byteLength > MAX_RECORD_BYTES) return readTagText("x".repeat(MAX_TAG_TEXT + 1));
  try {
    return readTagText(new TextDecoder(encoding === "utf-16" ? "utf-16" : "utf-8").decode(data));
  } catch {
    return { kind: "problem", problem: "It could not be read." };
  }
}
