import { foldHeading, readCsv } from "#shared/csv-table.ts";
import { sourceOf } from "#shared/features/memories/archive/archive-file.ts";
import { fileTime } from "#shared/features/memories/archive/file-time.ts";
import { datedTexts } from "#shared/features/memories/archive/markdown-file.ts";
import { shorten } from "#shared/shorten.ts";
import { type FoundFile, type FoundRow, readRows, type TextFile, type Unread } from "./json-shapes.ts";
import { partsOf, partTime, partTitle } from "#shared/features/memories/parts.ts";

// In English and German, as used by spreadsheets and diaries. The first name that a table contains is read.
const CONTENT_COLUMNS =
  "content memory text note entry body description message inhalt notiz eintrag beschreibung nachricht".split(
    " ",
  );
const DAY_COLUMNS = ["date", "datum"];
const TIME_COLUMNS =
  "createdat created timestamp datetime date time when erstelltam erstellt zeitpunkt datum".split(" ");
const TIME_OF_DAY_COLUMNS = ["time", "zeit", "uhrzeit"];
const TITLE_COLUMNS = ["title", "name", "subject", "titel", "betreff"];
const OTHER_COLUMNS = ["source", "type", "mood"];
const MOST_NAMES = 10;

/** Reads a table with a header line. */
export function readTable({ text, changedAt }: TextFile): FoundFile | Unread {
  const table = readCsv(text);
  if ("problem" in table) return table;
  const { headings, rows } = table;
  const fields = headings.map(foldHeading);
  const columnOf = (names: readonly string[]) => {
    const name = names.find((each) => fields.includes(each));
    return name === undefined ? -1 : fields.indexOf(name);
  };
  const [content, time, title] = [columnOf(CONTENT_COLUMNS), columnOf(TIME_COLUMNS), columnOf(TITLE_COLUMNS)];
  const timeOfDay = DAY_COLUMNS.includes(fields[time] ?? "") ? columnOf(TIME_OF_DAY_COLUMNS) : -1;
  if (content === -1)
    return {
      problem: `The first row must name the columns, and none is called ${CONTENT_COLUMNS.join(", ")}. Name the one with the words "content".`,
    };
  const read = new Set([
    content,
    time,
    timeOfDay,
    title,
    ...OTHER_COLUMNS.map((name) => fields.indexOf(name)),
  ]);
  const unread = headings.filter(
    (_, index) => !read.has(index) && rows.some(({ cells }) => (cells[index] ?? "").trim() !== ""),
  );
  const noDate =
    'No column has the date, so each memory gets the day on which the file was last changed. Name the column with the dates "date".';
  return {
    kind: "A table",
    notes: [...unreadNote("the columns", unread), ...(time === -1 ? [noDate] : [])],
    rows: rows.flatMap(({ row, cells, problem }) => {
      if (problem !== null) return [{ where: `Row ${row}`, problem }];
      const more = OTHER_COLUMNS.map((name) => [name, cells[fields.indexOf(name)]] as const);
      return asRows(`Row ${row}`, {
        content: cells[content] ?? "",
        createdAt: time === -1 ? changedAt : `${cells[time] ?? ""} ${cells[timeOfDay] ?? ""}`.trim(),
        title: cells[title] ?? null,
        more: Object.fromEntries(more),
      });
    }),
  };
}

/** Lists the fields of a file that are not imported. */
function unreadNote(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const shown = shorten(names.slice(0, MOST_NAMES).join(", "), 200);
  return [`Looby does not read ${what} ${shown}. To keep their words, move them into the text.`];
}

/** Reads a JSON document on each line. */
export function readJsonLines({ text }: TextFile): FoundFile | Unread {
  const rows = text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      const row: unknown = JSON.parse(line);
      return [{ where: `Line ${index + 1}`, row }];
    } catch {
      return [{ where: `Line ${index + 1}`, row: null }];
    }
  });
  return readRows(rows);
}

/** Reads Markdown or plain text: one memory per file, or one per day. */
export function readText({ name, text, changedAt }: TextFile): FoundFile {
  // Diary apps name their files like "2024-08-27.md" or "2024_08_27.md".
  const fallback =
    fileTime(/\d{4}([-_.])\d{2}\1\d{2}/.exec(name)?.[0].replaceAll("_", "-"), "local") ?? changedAt;
  const isMarkdown = /\.(md|markdown)$/i.test(name);
  const { entries, unread } = datedTexts(text, { fallback, isMarkdown });
  return {
    kind: isMarkdown ? "Markdown" : "Plain text",
    notes: unreadNote("the front matter", unread),
    rows: entries.flatMap(({ createdAt, day, title, content, ...more }) =>
      asRows(day === null ? name : `${name}, ${day}`, { content, createdAt, title, more }),
    ),
  };
}

interface Given {
  content: string;
  createdAt: string;
  title: string | null;
  more: object;
}

function asRows(where: string, { content, createdAt, title, more }: Given): FoundRow[] {
  const source = sourceOf("source" in more ? more.source : null);
  const parts = partsOf(content, source);
  const time = fileTime(createdAt, "local");
  if (parts.length === 0) return [{ where, row: { ...more, content, createdAt } }];
  return parts.map((part, index) => ({
    where,
    row: {
      ...more,
      content: part,
      createdAt: time === null ? createdAt : partTime(time, index),
      title: partTitle(title, index, parts.length),
    },
  }));
}
