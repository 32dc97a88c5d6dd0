import { MAX_TAG_TEXT, readTagText, type TagReading } from "#shared/features/nfc/tag-code.ts";

/** Duration of a scan, in milliseconds. */
const SCAN_MS = 3_000;
/** Milliseconds a user has to hold a tag to the phone for writing. */
const WRITE_MS = 30_000;
export const NO_CHIP = "No chip found. Try again.";

type Scan =
  | TagReading
  /** No tag was held to the phone. */
  | { kind: "nothing" }
  /** Reading is unavailable, with the reason as a sentence. */
  | { kind: "refused"; reason: string };

/**
 * Scans for three seconds, starting when the user has given permission. In a browser that cannot read tags, the phone itself opens a tag
 * that the user taps during this time.
 */
export async function scanTag(signal: AbortSignal): Promise<Scan> {
  const reader = newTagReader();
  if (reader === null) return await after(SCAN_MS, { kind: "nothing" }, signal);
  const scanning = new AbortController();
  const stop = AbortSignal.any([signal, scanning.signal]);
  const read = new Promise<Scan>((resolve) => {
    reader.addEventListener("reading", (event) => resolve(readRecords(recordsOf(event))));
    reader.addEventListener("readingerror", () =>
      resolve({ kind: "problem", problem: "It could not be read. Hold it still for a moment." }),
    );
  });
  try {
    await reader.scan({ signal: stop });
    return await Promise.race([read, after<Scan>(SCAN_MS, { kind: "nothing" }, stop)]);
  } catch (error) {
    return { kind: "refused", reason: reasonOf(error) };
  } finally {
    scanning.abort();
  }
}

/** Writes an address to the next tag held to the phone. @returns null on success; otherwise the reason as a sentence */
export async function writeTag(address: string, signal: AbortSignal): Promise<string | null> {
  const reader = newTagReader();
  if (reader === null) return "This browser cannot write tags.";
  try {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(WRITE_MS)]);
    await reader.write({ records: [{ recordType: "url", data: address }] }, { signal: inTime });
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

function recordsOf(event: Event): readonly NdefRecord[] {
  // A reading event has a message with records; other events have none.
  const { message } = event as Event & { message?: { records?: readonly NdefRecord[] } };
  return message?.records ?? [];
}

function reasonOf(error: unknown): string {
  switch (error instanceof DOMException ? error.name : "") {
    case "NotAllowedError":
      return "This page may not use NFC. Allow it in the browser's settings for this page, then try again.";
    case "NotSupportedError":
      return "NFC is off or missing on this phone. Turn it on in the phone's settings, then try again.";
    case "NetworkError":
      return "The tag was gone too soon, or is locked. Hold it still, or take another one.";
    case "AbortError":
    case "TimeoutError":
      return NO_CHIP;
    default:
      return "The phone could not use NFC just now. Please try again.";
  }
}

async function after<T>(milliseconds: number, value: T, signal: AbortSignal): Promise<T> {
  return await new Promise((resolve) => {
    const timer = setTimeout(() => resolve(value), milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}

// The part of Web NFC used here, which our type libraries do not include.

export interface NdefRecord {
  recordType: string;
  encoding?: string;
  data?: DataView;
}

interface TagReader extends EventTarget {
  scan(options: { signal: AbortSignal }): Promise<void>;
  write(
    message: { records: { recordType: "url"; data: string }[] },
    options: { signal: AbortSignal },
  ): Promise<void>;
}

/** Maximum decoded bytes of a record: four for each character of our longest tag. */
const MAX_RECORD_BYTES = 4 * MAX_TAG_TEXT;
/** Maximum number of records read from a tag. */
const MAX_RECORDS = 8;

/** The browser's NFC reader; null if there is none, which is the case everywhere except in Chrome on Android. */
function newTagReader(): TagReader | null {
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
