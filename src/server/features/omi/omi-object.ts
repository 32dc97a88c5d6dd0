import { createHash } from "node:crypto";
import { fileTime } from "#shared/features/memories/archive/file-time.ts";
import { omiActionItems, omiDoneItems, omiLines } from "#shared/features/memories/omi-talk.ts";
import { partsOf, partTime, partTitle } from "#shared/features/memories/parts.ts";
import { isFields, textOf } from "#shared/json-fields.ts";
import { storable } from "#shared/storable-text.ts";

/** A row for the memory archive. */
export interface OmiRow {
  id: string;
  content: string;
  createdAt: string;
  title: string | null;
  overview: string | null;
  actionItems: string[];
  doneItems: string[];
  source: "omi";
}

/**
 * Converts a memory or a finished conversation from Omi to rows of the archive: none when it is empty, several when it is longer
 * than one memory may be. The ids are deterministic, and different for each person.
 */
export function archiveRowsOf(userId: string, object: unknown): OmiRow[] {
  const given = storable(object);
  // Omi gives only the beginning of a locked object. It is imported once it is unlocked.
  if (!isFields(given) || given["discarded"] === true || given["is_locked"] === true) return [];
  const omiId = textOf(given["id"]);
  const createdAt = fileTime(given["started_at"], "utc") ?? fileTime(given["created_at"], "utc");
  const structured = isFields(given["structured"]) ? given["structured"] : {};
  const overview = textOf(structured["overview"]);
  const content = [textOf(given["content"]) || overview, ...omiLines(given["transcript_segments"])]
    .filter(Boolean)
    .join("\n\n");
  if (omiId === "" || createdAt === null) return [];
  const digest = createHash("sha256")
    .update(JSON.stringify([userId, omiId]))
    .digest("base64url")
    .slice(0, 32);
  const parts = partsOf(content, "omi");
  return parts.map((part, index) => ({
    id: index === 0 ? `omi-${digest}` : `omi-${digest}-${index + 1}`,
    content: part,
    createdAt: partTime(createdAt, index),
    title: partTitle(textOf(structured["title"]) || null, index, parts.length),
    overview: index === 0 && overview !== "" ? overview : null,
    actionItems: index === 0 ? omiActionItems(structured["action_items"]) : [],
    doneItems: index === 0 ? omiDoneItems(structured["action_items"]) : [],
    source: "omi",
  }));
}
