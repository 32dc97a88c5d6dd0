import type { TagReading } from "#shared/features/nfc/tag-code.ts";
import { type NdefRecord, newTagReader, readRecords } from "./ndef.ts";

/** Duration of a scan, in milliseconds. */
export const SCAN_MS = 3_000;
/** Milliseconds a user has to hold a tag to the phone for writing. */
const WRITE_MS = 30_000;
export const NO_CHIP = "No chip found. Try again.";

export type Scan =
  | TagReading
  /** No tag was held to the phone. */
  | { kind: "nothing" }
  /** Reading is not possible now, with the reason as a sentence. */
  | { kind: "refused"; reason: string };

/**
 * Scans for three seconds, starting when the user has given permission. In a browser that cannot read tags, the phone
 * itself opens a tag that is held to it meanwhile.
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
