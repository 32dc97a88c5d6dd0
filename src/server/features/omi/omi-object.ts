import { createHash } from "node:crypto";

/** A row for the memory archive. */
export interface OmiRow {
  id: string;
  content: string;
  createdAt: string;
  title: string | null;
  source: "omi";
}

type Fields = Record<string, unknown>;

/**
 * A memory or a finished conversation as Omi sends it, as a row of the archive; null when it says nothing. The row's id is
 * the same each time and for each person another.
 */
export function rowOf(userId: string, given: unknown): OmiRow | null {
  if (!isFields(given) || given["discarded"] === true) return null;
  const omiId = textOf(given["id"]);
  const createdAt = new Date(textOf(given["created_at"]) || textOf(given["started_at"]));
  const structured = isFields(given["structured"]) ? given["structured"] : {};
  const content = [textOf(given["content"]) || textOf(structured["overview"]), transcriptOf(given)]
    .filter(Boolean)
    .join("\n\n");
  if (omiId === "" || content === "" || Number.isNaN(createdAt.getTime())) return null;
  const digest = createHash("sha256")
    .update(JSON.stringify([userId, omiId]))
    .digest("base64url");
  return {
    id: `omi-${digest.slice(0, 32)}`,
    content,
    createdAt: createdAt.toISOString(),
    title: textOf(structured["title"]) || null,
    source: "omi",
  };
}

/** As the archive shows talks: a paragraph for each speaker. */
function transcriptOf(given: Fields): string {
  const segments = given["transcript_segments"];
  if (!Array.isArray(segments)) return "";
  const lines = segments.filter(isFields).flatMap((segment) => {
    const text = textOf(segment["text"]);
    if (text === "") return [];
    const number = Number(segment["speaker_id"] ?? 0);
    const speaker = segment["is_user"] === true ? "You" : `Speaker ${Number.isInteger(number) ? number : 0}`;
    return [`${speaker}: ${text}`];
  });
  return lines.join("\n\n");
}

function isFields(given: unknown): given is Fields {
  return typeof given === "object" && given !== null && !Array.isArray(given);
}

function textOf(given: unknown): string {
  return typeof given === "string" ? given.trim() : "";
}
