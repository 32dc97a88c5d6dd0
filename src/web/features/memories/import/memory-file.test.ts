import { zipSync } from "fflate";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ImportPreview, readMemoryFiles } from "./memory-file.ts";

const CHANGED = Date.UTC(2024, 7, 30, 9, 15);
const LANTERN = "The lantern stood at the Temple.";

beforeEach(() => vi.stubEnv("TZ", "UTC"));
afterEach(() => vi.unstubAllEnvs());

test("recognizes exports of other programs and imports their whole text", async () => {
  const files: [string, unknown, string, [string, string][]][] = [
    [
      "looby.json",
      { format: "looby-memories", memories: [{ content: LANTERN, createdAt: "2024-08-27T10:00:00Z" }] },
      "An export of Looby",
      [["2024-08-27T10:00:00.000Z", LANTERN]],
    ],
    [
      "omi.json",
      {
        memories: [
          { id: "1", uid: "u", content: LANTERN, category: "x", created_at: "2024-08-27T10:00:00+02:00" },
        ],
      },
      "Memories from Omi",
      [["2024-08-27T08:00:00.000Z", LANTERN]],
    ],
    [
      "talks.json",
      [
        {
          id: "1",
          started_at: "2024-08-27T10:00:00Z",
          structured: {
            title: "Water",
            overview: "A talk.",
            action_items: [{ description: "Fill the tank" }],
          },
          transcript_segments: [
            { text: "Where is water?", is_user: true },
            { text: "At 6:00.", speaker: "SPEAKER_02", speakerId: 2 },
          ],
        },
      ],
      "Conversations from Omi",
      [["2024-08-27T10:00:00.000Z", "You: Where is water?\n\nSpeaker 2: At 6:00."]],
    ],
    [
      "mem0.json",
      { results: [{ id: "m", memory: LANTERN, created_at: "2024-08-27T10:00:00.123456-07:00", score: 0.3 }] },
      "Memories from Mem0",
      [["2024-08-27T17:00:00.123Z", LANTERN]],
    ],
    [
      "list.json",
      [
        { text: LANTERN, date: "2024-08-27" },
        { content: "Seconds", timestamp: 1724752800 },
        { content: "Milliseconds", timestamp: "1724752800000" },
      ],
      "A list of memories",
      [
        ["2024-08-27T12:00:00.000Z", LANTERN],
        ["2024-08-27T10:00:00.000Z", "Seconds"],
        ["2024-08-27T10:00:00.000Z", "Milliseconds"],
      ],
    ],
  ];
  for (const [name, document, kind, wanted] of files) {
    const preview = await read(name, JSON.stringify(document));
    expect(preview.kinds, name).toEqual([kind]);
    expect(found(preview), name).toEqual(wanted);
    expect(preview.broken, name).toEqual([]);
  }
  const talk = (await read("talks.json", JSON.stringify(files[2]?.[1]))).rows[0];
  expect(talk).toMatchObject({
    title: "Water",
    overview: "A talk.",
    actionItems: ["Fill the tank"],
    source: "omi",
  });
});

test("reads lines of JSON, tables, Markdown and plain text", async () => {
  const lines = `{"text":"${LANTERN}","date":"2024-08-27"}\n\nnot json\n{"memory":"x","created_at":"never"}\n`;
  const jsonl = await read("notes.jsonl", lines);
  expect(found(jsonl)).toEqual([["2024-08-27T12:00:00.000Z", LANTERN]]);
  expect(jsonl.broken).toEqual([
    { where: "Line 3", message: "This is not a memory." },
    {
      where: "Line 4",
      message: "It has no date that can be read: write 2024-08-27 or 2024-08-27 14:05.",
    },
  ]);
  expect(found(await read("notes.txt.json", lines))).toHaveLength(1);

  const csv = await read(
    "notes.csv",
    `Created At,Note,Title\n2024-08-27,"Two\nlines",A\n,empty time,B\n2024-08-28,,C\n`,
  );
  expect(csv.rows).toMatchObject([
    { content: "Two\nlines", title: "A", createdAt: "2024-08-27T12:00:00.000Z" },
  ]);
  expect(csv.broken.map(({ where }) => where)).toEqual(["Row 3", "Row 4"]);
  // Row numbers match the spreadsheet: empty rows count, the line that sets Excel's separator does not.
  const excel = await read(
    "excel.csv",
    'sep=;\r\nDate;Text\r\n\r\n2024-08-27;"Dust; much"\r\n;\r\n2024-08-28;\r\n',
  );
  expect(found(excel)).toEqual([["2024-08-27T12:00:00.000Z", "Dust; much"]]);
  expect(excel.broken.map(({ where }) => where)).toEqual(["Row 5"]);
  expect(await readMemoryFiles([file("t.csv", "a,b\n1,2")])).toMatchObject({
    problem: expect.stringContaining('"content"'),
  });

  const diary =
    "# My diary\n\n## Tuesday, August 27, 2024\n\nDust.\n\n### 21:30 · Temple\n\nQuiet.\n\n## 2024-08-28\n\nIn 2024 we built.\n";
  expect(found(await read("diary.md", diary))).toEqual([
    ["2024-08-27T12:00:00.000Z", "Dust."],
    ["2024-08-27T21:30:00.000Z", "Quiet."],
    ["2024-08-28T12:00:00.000Z", "In 2024 we built."],
  ]);
  expect(found(await read("2024-08-27.md", "---\ntags: x\n---\n# Arrival\n\nWe came."))).toEqual([
    ["2024-08-27T12:00:00.000Z", "We came."],
  ]);
  expect(found(await read("note.txt", "Just a note, 2024."))).toEqual([
    ["2024-08-30T09:15:00.000Z", "Just a note, 2024."],
  ]);
});

test("rejects rows with too many cells and tables with unbalanced quotes", async () => {
  const csv = await read(
    "notes.csv",
    'date,content\n2024-08-27,Dust, wind\n2024-08-28, "Tea, at dusk"\n2024-08-29,6" pipe,,\n',
  );
  expect(csv.rows.map(({ content }) => content)).toEqual(["Tea, at dusk", '6" pipe']);
  expect(csv.broken).toEqual([
    {
      where: "Row 2",
      message:
        "It has 3 cells, but there are 2 columns. Put quotes around text that contains a comma, and import it again.",
    },
  ]);
  expect(await readMemoryFiles([file("n.csv", 'date,content\n2024-08-27,"Dust\n2024-08-28,Tea')])).toEqual({
    problem: expect.stringMatching(/^n\.csv: The quotes of a cell do not match \(row 2\)/),
  });
});

test("reads a table's headings, source, type and mood in any case", async () => {
  const csv = await read("t.csv", "DATE, Text ,Source,TYPE,Mood\n2024-08-27,Dust,OMI, Looking-For ,calm\n");
  expect(csv.rows).toMatchObject([{ content: "Dust", source: "omi", type: "looking-for", mood: "calm" }]);
});

test("stores a long text completely in parts, despite an invalid row", async () => {
  const long = Array.from({ length: 900 }, (_, index) => `Sentence number ${index}.`).join(" ");
  const preview = await read("long.txt", long);
  expect(preview.rows.map(({ content }) => content).join(" ")).toBe(long);
  expect(preview.rows[0]?.title).toMatch(/^Part \(1 of \d+\)$/);
  const emoji = await read("emoji.txt", "🏜️".repeat(2500));
  expect(emoji.rows.map(({ content }) => content).join("")).toBe("🏜️".repeat(2500));
  expect(emoji.broken).toEqual([]);
  const bad = await read(
    "bad.json",
    JSON.stringify([
      { content: "NUL \0", date: "2024-08-27" },
      { content: "Lone \ud800", date: "2024-08-27" },
      { content: "Good", date: "2024-08-27" },
      { content: "No such day", date: "2024-02-30" },
      7,
    ]),
  );
  expect(found(bad).map(([, content]) => content)).toEqual(["NUL", "Lone \ufffd", "Good"]);
  expect(bad.broken.map(({ where }) => where)).toEqual(["Row 4", "Row 5"]);
});

test.each<[string, (text: string) => string]>([
  ["plain text", (text) => text],
  ["Markdown", (text) => `## 2024-08-27\n\n### 14:03 · Chant\n\n${text}`],
  ["CSV", (text) => `date,content\n2024-08-27,${text}\n`],
  ["Omi", (text) => JSON.stringify([{ started_at: "2024-08-27", transcript_segments: [{ text }] }])],
])("gives equal parts of one text distinct but repeatable times (%s)", async (kind, written) => {
  const ending = { "plain text": "txt", Markdown: "md", CSV: "csv" }[kind] ?? "json";
  const text = written("One drum. ".repeat(kind === "Omi" ? 7000 : 700).trim());
  const { rows } = await read(`chant.${ending}`, text);
  expect(rows.length).toBeGreaterThan(2);
  expect(new Set(rows.map(({ content }) => content)).size).toBeLessThan(rows.length);
  expect(new Set(rows.map(({ createdAt }) => createdAt)).size).toBe(rows.length);
  expect((await read(`chant.${ending}`, text)).rows).toEqual(rows);
});

test("reads zip files, several files and other encodings", async () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const zip = zipSync({
    "export/user.json": bytes('{"email":"ada@example.org"}'),
    "export/notes.md": bytes(LANTERN),
    "export/photo.jpg": bytes("no text"),
  });
  const unpacked = await read("notes.zip", zip);
  expect(found(unpacked)).toEqual([["2024-08-30T09:15:00.000Z", LANTERN]]);
  expect(unpacked.broken).toEqual([
    { where: "user.json", message: expect.stringContaining("JSON that Looby does not know") },
  ]);
  const utf16 = new Uint8Array([0xff, 0xfe, ...Buffer.from("Kühlbox", "utf16le")]);
  const latin = new Uint8Array(Buffer.from("Kühlbox", "latin1"));
  const preview = await readMemoryFiles([file("a.txt", utf16), file("b.md", latin), file("c.json", "{")]);
  if ("problem" in preview) throw new Error(preview.problem);
  expect(preview.notes).toEqual([
    "Do the letters look right: Kühlbox? If not, save the file as UTF-8 and choose it again.",
  ]);
  expect(preview.rows.map(({ content }) => content)).toEqual(["Kühlbox", "Kühlbox"]);
  expect(preview.broken.map(({ where }) => where)).toEqual(["c.json"]);
  for (const [name, content] of [
    ["x.json", '{"a":1}'],
    ["x.json", "<html>"],
    ["x.zip", "no zip"],
    ["x.txt", " \n"],
    ["x.md", ""],
  ] as const)
    expect(await readMemoryFiles([file(name, content)]), name).toHaveProperty("problem");
});

async function read(name: string, content: string | Uint8Array): Promise<ImportPreview> {
  const preview = await readMemoryFiles([file(name, content)]);
  if ("problem" in preview) throw new Error(`${name}: ${preview.problem}`);
  return preview;
}

function file(name: string, content: string | Uint8Array): File {
  return new File([content as BlobPart], name, { lastModified: CHANGED });
}

function found({ rows }: ImportPreview): [string, string][] {
  return rows.map(({ createdAt, content }) => [createdAt, content]);
}
