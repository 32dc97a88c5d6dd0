import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { type ImportPreview, readMemoryFiles } from "./memory-file.ts";

const LANTERN = "The lantern stood at the Temple.";
const CHATGPT = [
  { title: "Empty" },
  {
    title: "Dust",
    create_time: 1724752800.5,
    current_node: "a",
    mapping: { a: { message: { author: { role: "user" }, content: { parts: ["Why dust?"] } } } },
  },
];
const DAY_ONE = {
  metadata: { version: "1.0" },
  entries: [{ uuid: "D", creationDate: "2024-08-27T10:00:00Z", text: "We built." }],
};

test.each<[string, string, unknown]>([
  ["ChatGPT", "conversations.json", CHATGPT],
  ["ChatGPT", "one.json", CHATGPT[1]],
  ["ChatGPT", "listed.json", { conversations: CHATGPT }],
  ["Day One", "Journal.json", DAY_ONE],
  ["JSON that Looby does not know", "claude.json", [{ uuid: "1", chat_messages: [{ text: "Hi there" }] }]],
  ["JSON that Looby does not know", "results.json", { results: [{ title: "A found page" }] }],
  ["JSON that Looby does not know", "entries.json", { entries: [{ words: "We built." }] }],
  ["JSON that Looby does not know", "scalar.json", 7],
])("rejects an export of %s as a whole and explains how to import it (%s)", async (kind, name, document) => {
  const refused = { problem: expect.stringMatching(new RegExp(`${kind}.*Markdown.*CSV`)) };
  const json = JSON.stringify(document);
  expect(await readMemoryFiles([file(name, json)])).toEqual(refused);
  const bytes = (text: string) => new TextEncoder().encode(text);
  const zip = zipSync({ [`export/${name}`]: bytes(json), "export/user.json": bytes('{"id":"ada"}') });
  expect(await readMemoryFiles([file("export.zip", zip)])).toEqual(refused);
});

test("imports nothing from a zip that contains another program's export", async () => {
  const bytes = (document: unknown) => new TextEncoder().encode(JSON.stringify(document));
  const feedback = [{ content: "Thumbs up", created_at: "2024-08-27" }];
  const zip = zipSync({ "feedback.json": bytes(feedback), "conversations.json": bytes(CHATGPT) });
  expect(await readMemoryFiles([file("export.zip", zip)])).toEqual({
    problem: expect.stringContaining("ChatGPT"),
  });
});

test("reads Omi's conversations with and without transcripts", async () => {
  const at = "2024-08-27T10:00:00Z";
  const preview = await read(
    "omi.json",
    JSON.stringify([
      { id: "1", created_at: at, structured: { title: "", overview: "", action_items: [] } },
      { id: "2", created_at: at, structured: { title: "Water", overview: "" }, transcript_segments: null },
      { id: "3", created_at: at, structured: { overview: "", action_items: [{ description: "Buy ice" }] } },
      { id: "4", created_at: at, transcript_segments: [{ text: "At 6:00.", is_user: true }] },
      { id: "5", uid: "u", category: "x", content: LANTERN, created_at: at, tags: ["temple"] },
    ]),
  );
  expect(preview.rows.map(({ content, source }) => [content, source])).toEqual([
    ["Water", "omi"],
    ["Buy ice", "omi"],
    ["You: At 6:00.", "omi"],
    [LANTERN, "omi"],
  ]);
  expect(preview.rows[3]?.topics).toEqual(["temple"]);
  expect(preview.kinds).toEqual(["Conversations from Omi, Memories from Omi"]);
  expect(preview.broken).toEqual([{ where: "Row 1", message: "It has no content." }]);
});

test.each(["bare", "results", "memories"])(
  "reads Mem0's memories with their categories (%s)",
  async (key) => {
    const rows = [
      { id: "0", memory: null, created_at: "2024-08-27T10:00:00Z" },
      {
        id: "1",
        memory: LANTERN,
        created_at: "2024-08-27T10:00:00Z",
        user_id: "ada lovelace",
        categories: ["art"],
      },
      {
        id: "2",
        memory: "Tea.",
        created_at: "2024-08-27T10:00:00Z",
        metadata: { note: "Without any sugar" },
      },
    ];
    const preview = await read("mem0.json", JSON.stringify(key === "bare" ? rows : { [key]: rows }));
    expect(preview.kinds).toEqual(["Memories from Mem0"]);
    expect(preview.rows).toMatchObject([{ content: LANTERN, topics: ["art"] }]);
    expect(preview.broken).toMatchObject([
      { where: "Row 1", message: "It has no content." },
      { where: "Row 3", message: expect.stringContaining('"metadata"') },
    ]);
  },
);

test.each<[string, object]>([
  ["comment", { comment: "And the choir sang" }],
  ["text", { text: "Other words" }],
  ["messages", { messages: [{ body: "And the choir sang" }] }],
])("rejects a row with text in a field that is not read (%s)", async (name, more) => {
  const rows = [
    { content: LANTERN, date: "2024-08-27", language: "en", updated: "August 28, 2024", likes: 3 },
    { content: LANTERN, date: "2024-08-28", ...more },
  ];
  for (const [fileName, text, where] of [
    ["list.json", JSON.stringify(rows), "Row 2"],
    ["list.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"), "Line 2"],
  ] as const) {
    const preview = await read(fileName, text);
    expect(preview.rows).toHaveLength(1);
    expect(preview.broken).toEqual([{ where, message: expect.stringContaining(`"${name}"`) }]);
  }
});

async function read(name: string, content: string): Promise<ImportPreview> {
  const preview = await readMemoryFiles([file(name, content)]);
  if ("problem" in preview) throw new Error(`${name}: ${preview.problem}`);
  return preview;
}

function file(name: string, content: string | Uint8Array): File {
  return new File([content as BlobPart], name);
}
