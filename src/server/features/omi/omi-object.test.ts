import { expect, test } from "vitest";
import { MAX_TALK } from "#shared/features/memories/archive/archive-limits.ts";
import { archiveRowsOf } from "./receive.ts";

const AT = "2026-08-30T10:00:00Z";

test("names the speakers of a conversation in each of Omi's formats", () => {
  const [row] = archiveRowsOf("ada", {
    id: "talk",
    started_at: AT,
    structured: { title: "At the well", overview: "Where water is." },
    transcript_segments: [
      { text: "Where is water?", speaker: "SPEAKER_00", speaker_name: "Ada", is_user: true },
      { text: "At the well.", speaker: "SPEAKER_01" },
      { text: "Behind it.", speaker: "SPEAKER_00", speakerId: 3 },
      { text: "Not there.", speaker_id: 2 },
      { text: "It is dry.", speaker: "SPEAKER_04", speaker_name: " Maya\n Lu ", speakerId: 4 },
      { text: "No.", speaker: "Bo" },
      { text: "Who knows?", speaker: "SPEAKER_X", speaker_name: 7 },
      { text: "   " },
      null,
    ],
  });
  expect(row?.content.split("\n\n")).toEqual([
    "Where water is.",
    "You: Where is water?",
    "Speaker 1: At the well.",
    "Speaker 3: Behind it.",
    "Speaker 2: Not there.",
    "Maya Lu: It is dry.",
    "Bo: No.",
    "SPEAKER_X: Who knows?",
  ]);
  expect(row).toMatchObject({ title: "At the well", overview: "Where water is." });
});

test("uses Omi's own action items and no others", () => {
  const talk = (action_items: unknown) => ({
    id: "talk",
    created_at: AT,
    structured: { overview: "We need to fill the tank.", action_items },
  });
  const items = [
    { description: " Bring rope ", completed: false },
    { description: "Old", deleted: true },
    "Call Bo",
    { description: "Pay Mo", completed: true },
    { completed: true },
    7,
  ];
  expect(archiveRowsOf("ada", talk(items))[0]?.actionItems).toEqual(["Bring rope", "Call Bo", "Pay Mo"]);
  expect(archiveRowsOf("ada", talk(items))[0]?.doneItems).toEqual(["Pay Mo"]);
  expect(archiveRowsOf("ada", talk(undefined))[0]?.actionItems).toEqual([]);
});

test("splits a conversation too long for one memory, in order and with separate ids", () => {
  const segments = Array.from({ length: 900 }, (_, line) => ({
    text: `${line} ${"word ".repeat(12)}`.trim(),
    speaker: "SPEAKER_01",
  }));
  const talk = {
    id: "long",
    started_at: AT,
    structured: { title: "All day" },
    transcript_segments: segments,
  };
  const rows = archiveRowsOf("ada", talk);
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.every(({ content }) => content.length <= MAX_TALK)).toBe(true);
  expect(rows.map(({ content }) => content).join("\n\n")).toBe(
    segments.map(({ text }) => `Speaker 1: ${text}`).join("\n\n"),
  );
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(rows.map(({ id }) => id)).toEqual(archiveRowsOf("ada", talk).map(({ id }) => id));
  expect(rows.map(({ id }) => id)).not.toEqual(archiveRowsOf("bo", talk).map(({ id }) => id));
  expect(rows.map(({ createdAt }) => createdAt).toSorted()).toEqual(rows.map(({ createdAt }) => createdAt));
  expect(rows[1]?.title).toBe(`All day (2 of ${rows.length})`);
});

test("removes only the characters that cannot be stored", () => {
  const [row] = archiveRowsOf("ada", { id: "x", created_at: AT, content: "The \0tank \ud800 leaks" });
  expect(row?.content).toBe("The tank \ufffd leaks");
});

test("skips incomplete objects until Omi returns them completely", () => {
  const locked = { id: "x", created_at: AT, content: "The beginning of what...", is_locked: true };
  expect(archiveRowsOf("ada", locked)).toEqual([]);
  expect(archiveRowsOf("ada", { ...locked, is_locked: false })).toHaveLength(1);
});

test("reads a time without a zone as UTC", () => {
  const [row] = archiveRowsOf("ada", { id: "x", created_at: "2024-07-22T23:59:45.910559", content: "Hello" });
  expect(row?.createdAt).toBe("2024-07-22T23:59:45.910Z");
});
