import { afterEach, expect, test, vi } from "vitest";
import { markdownOf } from "#shared/features/memories/archive/markdown-file.ts";
import { readMemoryFiles } from "./memory-file.ts";

const CHANGED = Date.UTC(2024, 7, 30, 9, 15);

afterEach(() => vi.unstubAllEnvs());

test.each(["Europe/Berlin", "Pacific/Auckland", "Pacific/Kiritimati", "America/Los_Angeles"])(
  "reads days and times in files as local time in %s",
  async (zone) => {
    vi.stubEnv("TZ", zone);
    const csv = await read("t.csv", "date,text\n2024-08-27,a\n27.08.2024 23:30,b\n08/09/2024,c\n");
    expect(csv.rows.map(localTime)).toEqual(["8-27 12:0", "8-27 23:30"]);
    expect(csv.broken).toEqual([
      { where: "Row 4", message: "Its date may be two different days: write 2024-08-27." },
    ]);
    const diary = "## 27. August 2024\n\na\n\n### 00:15 · Night\n\nb\n\n## 2024-08-28 23:50\n\nc\n";
    expect((await read("d.md", diary)).rows.map(localTime)).toEqual(["8-27 12:0", "8-27 0:15", "8-28 23:50"]);
    const list = [
      { text: "a", date: "2024-08-27" },
      { text: "b", date: "2024-08-27T23:30:00" },
    ];
    const json = await read("l.json", JSON.stringify(list));
    expect(json.rows.map(localTime)).toEqual(["8-27 12:0", "8-27 23:30"]);
    const exported = [
      { createdAt: "2024-08-27T23:30:05.123Z", title: "C#", content: "a", analysis: { actionItems: [] } },
      { createdAt: "2024-08-27T00:10:00.000Z", title: null, content: "# b", analysis: { actionItems: [] } },
    ];
    expect((await read("m.md", markdownOf(exported))).rows).toMatchObject(
      exported.map(({ analysis: _analysis, ...memory }) => memory),
    );
  },
);

test("joins a table's columns of date and time of day", async () => {
  vi.stubEnv("TZ", "Europe/Berlin");
  const { rows } = await read("t.csv", "Time,Date,Text\n23:30,27.08.2024,a\n,28.08.2024,b\n");
  expect(rows.map(localTime)).toEqual(["8-27 23:30", "8-28 12:0"]);
});

test("reads a table with German headings and an unambiguous date", async () => {
  vi.stubEnv("TZ", "Europe/Berlin");
  const { rows, notes } = await read("t.csv", "Datum;Uhrzeit;Eintrag\n05.07.2025;07:15;a\n13/04/2025;;b\n");
  expect(rows.map(localTime)).toEqual(["7-5 7:15", "4-13 12:0"]);
  expect(notes).toEqual([]);
});

test("names the columns and fields that are not imported", async () => {
  const table = "date,content,place,people,empty\n2024-08-27,a,Esplanade,,\n2024-08-28,b,,Grace,\n";
  expect((await read("t.csv", table)).notes).toEqual([
    "Looby does not read the columns place, people. To keep their words, move them into the text.",
  ]);
  expect((await read("n.md", "---\ntags: [bike]\n---\na")).notes).toEqual([
    "Looby does not read the front matter tags. To keep their words, move them into the text.",
  ]);
});

test("reports that a table without dates gets the file's date", async () => {
  const { rows, notes } = await read("t.csv", "content\na\n");
  expect(rows.map(({ createdAt }) => createdAt)).toEqual([new Date(CHANGED).toISOString()]);
  expect(notes).toEqual([expect.stringMatching(/^No column has the date/)]);
});

test.each([
  ["photo.md", "\u00ff\u0001JFIF\u0002\u0003\u0004", "This is not text. "],
  ["photo.jpg", "\u00ff\u0001JFIF\u0002\u0003\u0004", "This is not text. "],
  ["empty.csv", " \n", "This file is empty."],
])("rejects %s, which has no words", async (name, content, problem) => {
  const preview = await readMemoryFiles([file(name, content)]);
  expect(preview).toEqual({ problem: expect.stringContaining(problem) });
});

test("reads the time of a note from its front matter, else its name, else the file", async () => {
  vi.stubEnv("TZ", "Europe/Berlin");
  const notes: [string, string, string, string | null][] = [
    ["2023_05_01.md", "a", "5-1 12:0", null],
    ["2023-05-01 walk.txt", "a", "5-1 12:0", null],
    ["2023_05_01.md", "---\nCreated: 2023-05-02T08:30\ntitle: 'Tea'\n---  \na", "5-2 8:30", "Tea"],
    ["n.md", "---\r\ndate: 27.08.2024\r\ncreated: 2024-08-28\r\n---\r\n# Tea\r\na", "8-27 12:0", "Tea"],
    ["n.md", "a", "8-30 11:15", null],
  ];
  for (const [name, text, time, title] of notes) {
    const { rows } = await read(name, text);
    expect(rows.map((row) => [name, localTime(row), row.title, row.content])).toEqual([
      [name, time, title, "a"],
    ]);
  }
  const unclear = await readMemoryFiles([file("n.md", "---\ndate: 08/09/2024\n---\na")]);
  expect(unclear).toMatchObject({
    rows: [],
    broken: [{ where: "n.md", message: "Its date may be two different days: write 2024-08-27." }],
  });
});

test("starts a day at a date on its own line in plain text only", async () => {
  vi.stubEnv("TZ", "UTC");
  const text = "2024-08-27\n\na\n\n2024-08-28\n\nb\n";
  expect((await read("d.txt", text)).rows.map(({ content }) => content)).toEqual(["a", "b"]);
  expect((await read("d.md", text)).rows.map(({ content }) => content)).toEqual([text.trim()]);
});

async function read(name: string, content: string) {
  const preview = await readMemoryFiles([file(name, content)]);
  if ("problem" in preview) throw new Error(`${name}: ${preview.problem}`);
  return preview;
}

function file(name: string, content: string): File {
  return new File([content], name, { lastModified: CHANGED });
}

/** Month, day and time in the phone's zone. */
function localTime({ createdAt }: { createdAt: string }): string {
  const time = new Date(createdAt);
  return `${time.getMonth() + 1}-${time.getDate()} ${time.getHours()}:${time.getMinutes()}`;
}
