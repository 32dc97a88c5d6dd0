import { expect, test } from "vitest";
import type { CampCard } from "#shared/features/map/camps/camp.ts";
import { generateCamps } from "#server/sample/camps.ts";
import { openTestDatabase } from "#server/testing/test-database.ts";
import { listEvents } from "./events-repository.ts";
import { saveCamps, storeYear } from "./repository.ts";

const ZONE = "America/Los_Angeles";
type Event = CampCard["events"][number];

function event(title: string, start: string | null, end: string | null = null, isAllDay = false): Event {
  return { title, description: null, start, end, isAllDay };
}

const thursday = [
  event("ends on Thursday", "2027-09-01T22:00:00-07:00", "2027-09-02T00:30:00-07:00"),
  event("in its zone", "2027-09-02T23:30:00-07:00", "2027-09-03T01:00:00-07:00"),
  event("that night", "2027-09-03T04:00:00-07:00"),
  event("whole day", "2027-09-02T00:00:00-07:00", null, true),
];
const others = [
  event("before", "2027-09-01T22:00:00-07:00", "2027-09-01T23:00:00-07:00"),
  event("Friday", "2027-09-03T09:00:00-07:00"),
  event("without a start", null),
  event("of no year", "0000-01-01T00:00:00Z"),
];

test("lists the events that touch the days, of the camps of the current year, as they begin", async () => {
  await using database = await openTestDatabase();
  const db = database.kysely;
  const [one, other, old] = generateCamps(1, 3);
  if (one === undefined || other === undefined || old === undefined) throw new Error("no camps were made");
  const day = { first: "2027-09-02", last: "2027-09-02", campId: null };
  const titles = async (asked = {}) =>
    (await listEvents(db, { ...day, ...asked }, ZONE)).map(({ title }) => title);
  expect(await titles()).toEqual([]);
  await saveCamps(db, [
    { camp: { ...one, year: "2027" }, card: { offerings: [], events: [...others, ...thursday] } },
    { camp: { ...other, year: "2027" }, card: { offerings: [], events: thursday.slice(1, 2) } },
    { camp: { ...old, year: "2026" }, card: { offerings: [], events: thursday } },
  ]);
  await storeYear(db, { year: "2026", locationsFrom: null, contentHash: "" });
  await storeYear(db, { year: "2027", locationsFrom: null, contentHash: "" });

  const all = ["ends on Thursday", "whole day", "in its zone", "in its zone", "that night"];
  expect(await titles()).toEqual(all);
  expect(await titles({ campId: `camp:${other.id}` })).toEqual(["in its zone"]);
  expect(await titles({ campId: "camp:' or true --" })).toEqual([]);
  expect(await titles({ last: "2027-09-03" })).toEqual([...all, "Friday"]);
  const [first] = await listEvents(db, { ...day, campId: `camp:${other.id}` }, ZONE);
  expect(first).toMatchObject({ campId: `camp:${other.id}`, campName: other.name, isAllDay: false });
});

test("cuts a programme of 5,000 events to the first 2,000", async () => {
  await using database = await openTestDatabase();
  const camps = generateCamps(1, 25).map((camp) => ({
    camp,
    card: {
      offerings: [],
      events: Array.from({ length: 200 }, (_, index) =>
        event(`${index}`, new Date(Date.UTC(2027, 8, 2, 8, index)).toISOString()),
      ),
    },
  }));
  await saveCamps(database.kysely, camps);
  const found = await listEvents(
    database.kysely,
    { first: "2027-09-02", last: "2027-09-02", campId: null },
    ZONE,
  );
  expect(found).toHaveLength(2_000);
  expect(found.at(-1)?.title).toBe("79");
});
