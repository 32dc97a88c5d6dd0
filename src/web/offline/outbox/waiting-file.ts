import { contentsOf, describeFile } from "#shared/outbox/contents.ts";
import { inDatabase } from "../database.ts";
import { outboxRows, soundOf } from "../schema.ts";
import { fromStored } from "../stored-bytes.ts";

// Saves waiting data of this device as a page that a user can read.

/** A queued write or a recording, to be saved. */
interface WaitingThing {
  label: string;
  createdAt: number;
  body: unknown;
}

/** All data that waits for this user. */
export async function pageOfAll(userId: string): Promise<Blob> {
  const things = await inDatabase(async (database) => {
    const operations = await outboxRows(database.transaction("outbox").store);
    const recordings = await database.getAll("recordings");
    return await Promise.all([
      ...operations
        .filter((operation) => operation.userId === userId)
        .map(async (operation) => ({
          ...operation,
          body: fromStored(await database.get("bodies", operation.id)),
        })),
      ...recordings
        .filter((recording) => recording.userId === userId)
        .map(async ({ id, type, startedAt }) => ({
          label: "A recording",
          createdAt: startedAt,
          body: new Blob(await database.getAll("recordingChunks", soundOf(id)), { type }),
        })),
    ]);
  });
  return await pageOf(things);
}

/** Returns the contents as one page that any browser shows, with its photos and sound. */
export async function pageOf(things: readonly WaitingThing[]): Promise<Blob> {
  const sections = things.map(async ({ label, createdAt, body }) => {
    const fields = contentsOf(body).map(async ({ field, value }) => {
      const shown = typeof value === "string" ? escaped(value) : await elementOf(value);
      return `<dt>${escaped(field)}</dt>\n<dd>${shown}</dd>\n`;
    });
    const made = new Date(createdAt).toLocaleString("en");
    return `<h2>${escaped(label)}</h2>\n<p>${made}</p>\n<dl>\n${(await Promise.all(fields)).join("")}</dl>\n`;
  });
  return new Blob([PAGE_HEAD, ...(await Promise.all(sections))], { type: "text/html" });
}

const PAGE_HEAD = `<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Not sent yet</title>
<style>dd { white-space: pre-wrap; overflow-wrap: anywhere } img { max-width: 100% }</style>
`;

async function elementOf(file: Blob): Promise<string> {
  const name = escaped(describeFile(file));
  // The browser may have lost the file.
  const bytes = await file.arrayBuffer().catch(() => null);
  if (bytes === null) return `${name}: lost`;
  const address = `data:${escaped(file.type)};base64,${toBase64(new Uint8Array(bytes))}`;
  return file.type.startsWith("audio/")
    ? `<audio controls src="${address}"></audio> ${name}`
    : `<img alt="" src="${address}"> ${name}`;
}

function toBase64(bytes: Uint8Array): string {
  const PIECE = 0x8000; // an argument count that every browser accepts
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE)
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
