import fc from "fast-check";
import { expect, test } from "vitest";
import { analyse } from "../analysis.ts";
import { parseImportRow, rowsOf } from "./archive-file.ts";
import { hasSpeakers, spokenLines } from "../transcript.ts";

test("splits a talk at blank lines and at each change of speaker", () => {
  expect(spokenLines("You: Hi.\nHow are you?\nSpeaker 12: Fine.\n\nOmi: Noted.\n\nThe end: really.")).toEqual(
    [
      { speaker: "You", text: "Hi.\nHow are you?" },
      { speaker: "Speaker 12", text: "Fine." },
      { speaker: "Omi", text: "Noted." },
      { speaker: null, text: "The end: really." },
    ],
  );
  expect(hasSpeakers("Speaker: nobody")).toBe(false);
  expect(spokenLines(" \n\n ")).toEqual([]);
});

test("recognizes duties and imperatives as action items, not questions or finished work", () => {
  expect(
    analyse(
      "We need to order two sacks of ice. Call Ruben about the kettles!\n- Bring the blue cooler back\n" +
        "Did you call him? I called him yesterday. Don't forget the spare key. It rained.",
    ).actionItems,
  ).toEqual([
    "We need to order two sacks of ice",
    "Call Ruben about the kettles!",
    "Bring the blue cooler back",
    "Don't forget the spare key",
  ]);
});

test("takes things rather than descriptions as topics, most frequent first", () => {
  const { topics } = analyse(
    "The generator stalled. Honestly the generator really needs a filter, and the wedding is on Friday.",
  );
  expect(topics[0]).toBe("generator");
  expect(topics).toEqual(expect.arrayContaining(["filter", "wedding"]));
  expect(topics).not.toContain("honestly");
  expect(topics).not.toContain("stalled");
});

test("guesses the sentiment, inverted by 'not'", () => {
  expect(analyse("A wonderful evening, I was so happy.").sentiment).toBe("positive");
  expect(analyse("I was not happy and a little sad.").sentiment).toBe("negative");
  expect(analyse("The van is parked at the gate.").sentiment).toBe("neutral");
});

test("derives no action items from memories of the wearable, which supplies them", () => {
  const words = "We need to buy rope.";
  expect(analyse(words).actionItems).toEqual(["We need to buy rope"]);
  expect(analyse(words, "omi").actionItems).toEqual([]);
});

test("analyzes any text within the limits, with the same result twice", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
      const analysis = analyse(text);
      expect(analyse(text)).toEqual(analysis);
      expect(analysis.topics.length).toBeLessThanOrEqual(5);
      expect(analysis.actionItems.length).toBeLessThanOrEqual(5);
    }),
  );
});

test("reads source, type or field names in any case, and a number as content", () => {
  const wanted = { source: "omi", type: "looking-for", mood: "calm", content: "7", title: "8" };
  const row = {
    " Content": 7,
    "Created_At ": "2025-01-01",
    SOURCE: " Omi ",
    Type: "Looking-For ",
    Mood: " calm",
    title: 8,
  };
  expect(parseImportRow(row, "utc")).toMatchObject({ row: wanted });
  const spaced = { ...row, SOURCE: "\u200bomi", Type: "Looking\u00a0for" };
  expect(parseImportRow(spaced, "utc")).toMatchObject({ row: wanted });
});

test("reports missing and broken fields in rows of a file, ignoring unknown fields", () => {
  const good = {
    content: " A kite ",
    createdAt: "2025-01-01T10:00:00+02:00",
    source: "watch",
    colour: "red",
  };
  expect(parseImportRow(good, "utc")).toEqual({
    ok: true,
    row: {
      id: null,
      content: "A kite",
      createdAt: "2025-01-01T08:00:00.000Z",
      source: "looby",
      type: "something-else",
      isThought: false,
      staysFromModels: false,
      title: null,
      mood: null,
      overview: null,
      topics: [],
      actionItems: [],
      doneItems: [],
    },
  });
  const elsewhere = {
    memory: "A kite",
    created_at: 1735718400,
    analysis: { mood: "calm", topics: ["kite", 7] },
  };
  expect(parseImportRow(elsewhere, "utc")).toMatchObject({
    row: { content: "A kite", createdAt: "2025-01-01T08:00:00.000Z", mood: "calm", topics: ["kite"] },
  });
  for (const broken of [null, 7, [], {}, { ...good, content: "\0" }])
    expect(parseImportRow(broken, "utc").ok).toBe(false);
  expect(parseImportRow({ ...good, content: "Dust\0 \ud800" }, "utc")).toMatchObject({
    row: { content: "Dust \ufffd" },
  });
  expect(parseImportRow({ ...good, createdAt: "0000-13-01T00:00:00Z" }, "utc").ok).toBe(false);
  expect(parseImportRow({ ...good, createdAt: "08/09/2024" }, "utc")).toMatchObject({
    message: "Its date may be two different days: write 2024-08-27.",
  });
  expect(rowsOf({ memories: 7 })).toBeNull();
  expect(rowsOf([1])).toEqual([1]);
});
