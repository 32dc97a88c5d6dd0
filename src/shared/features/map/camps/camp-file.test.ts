import fc from "fast-check";
import { expect, test } from "vitest";
import { readCampFile } from "./camp-file.ts";
import { cityOfYear } from "../city/cities-by-year.ts";
import { specCity } from "../city/city.ts";
import { locate, toLocal } from "../city/geometry.ts";
import { parseAddress } from "../address/address.ts";
import { placeImported } from "./place-imported.ts";

const publicCamp = {
  uid: "a1XVI00000A",
  year: 2024,
  name: "Teapot &amp; Sons",
  description: "<p>Tea at <b>dusk</b>.</p>",
  hometown: "Leipzig",
  landmark: "A kettle",
  url: "www.teapot.example/tea",
  contact_email: "Tea@Teapot.Example",
  location: {
    string: "E & 7:30",
    frontage: "E",
    intersection: "7:30",
    intersection_type: "&",
    dimensions: "50 x 80",
    exact_location: "Corner - facing man & 10:00",
    gps_latitude: 40.78,
    gps_longitude: -119.21,
  },
  location_string: "E & 7:30",
  images: [{ thumbnail_url: "https://example.org/x.jpg" }],
  offerings: ["Tea", { name: "Biscuits", description: "<i>dry</i>" }],
};
const read = (camps: unknown, year = "2024") => {
  const file = readCampFile(JSON.stringify(camps), year);
  if (!file.isReadable) throw new Error(file.message);
  return file;
};

test("reads a camp in the public format like one in Looby's format", () => {
  const events = [
    {
      title: "Tea <b>dance</b>",
      hosted_by_camp: "a1XVI00000A",
      occurrence_set: [
        { start_time: "2024-08-27T14:00:00-07:00", end_time: "2024-08-27T15:00:00-07:00" },
        { start_time: "tomorrow" },
      ],
    },
    { title: "Shade", hosted_by_camp: "a1XVI00000A", all_day: 1, start_time: "2024-08-28T00:00:00-07:00" },
    { title: "Build", hosted_by_camp: "a1XVI00000A", start: "2024-08-24", end: "2024-08-26" },
    { title: "Elsewhere", hosted_by_camp: "other" },
    "noise",
  ];
  const { camps, problems } = read({ camps: [publicCamp], events });
  expect(camps[0]).toMatchObject({
    point: { latitude: 40.78, longitude: -119.21 },
    camp: {
      id: "2024-a1XVI00000A",
      name: "Teapot & Sons",
      description: "Tea at dusk.",
      url: "https://www.teapot.example/tea",
      contact_email: "Tea@teapot.example",
      location_string: "E & 7:30",
      playa_location: { frontage: "E", exact_location: "Corner - facing man & 10:00" },
    },
    card: {
      offerings: [
        { title: "Tea", description: null },
        { title: "Biscuits", description: "dry" },
      ],
      events: [
        { title: "Tea dance", start: "2024-08-27T14:00:00-07:00", end: "2024-08-27T15:00:00-07:00" },
        { title: "Tea dance", start: null, end: null },
        { title: "Shade", start: "2024-08-28T00:00:00-07:00", isAllDay: true },
        { title: "Build", start: "2024-08-24T00:00:00Z", end: "2024-08-26T23:59:00Z", isAllDay: true },
      ],
    },
  });
  expect(problems).toEqual([
    { row: 1, name: "Teapot & Sons", field: "description", message: expect.any(String), isRefused: false },
  ]);
  // Looby's own output can be imported again.
  const [first] = camps;
  const again = read([{ ...first?.camp, ...first?.card }]);
  expect(again.camps[0]).toMatchObject({ camp: first?.camp, card: first?.card });
  expect(again.problems).toEqual([]);
});

test("reports every bad row by number and cleans it where possible", () => {
  const rows: [unknown, string, boolean][] = [
    [7, "row", true],
    [null, "row", true],
    [[], "row", true],
    [{}, "name", true],
    [{ name: "" }, "name", true],
    [{ name: "<script>x</script>" }, "name", true],
    [{ name: ["5"] }, "name", true],
    [{ name: "x".repeat(201) }, "name", true],
    [{ name: "Wrong year", year: 2023 }, "year", true],
    [{ name: "Object text", description: { a: 1 } }, "description", true],
    [{ name: "List address", location: { frontage: ["E"] } }, "location.frontage", true],
    [{ name: "Script link", url: "javascript:alert(1)" }, "url", false],
    [{ name: "Data link", url: "data:text/html,x" }, "url", false],
    [{ name: "Link list", url: ["https://x.example"] }, "url", false],
    [{ name: "Mail header", contact_email: "a@b.example?bcc=c@d.example" }, "contact_email", false],
    [{ name: "Mail lines", contact_email: "a@b.example\r\nBcc: c@d.example" }, "contact_email", false],
    [{ name: "Off the earth", latitude: 400, longitude: 0 }, "latitude", false],
    [{ name: "Half a point", latitude: 40 }, "latitude", false],
    [{ name: "Long", description: "y".repeat(6_000) }, "description", false],
    [{ name: "Image", description: "<img src=x onerror=alert(1)>hello" }, "description", false],
    [{ name: "Offers", offerings: "tea" }, "offerings", false],
    [{ name: "Events", events: [{ title: "" }, { x: 1 }] }, "events", false],
  ];
  const { camps, problems } = read(rows.map(([row]) => row));
  expect(problems.map(({ row, field, isRefused }) => [row, field, isRefused])).toEqual(
    rows.map(([, field, isRefused], index) => [index + 1, field, isRefused]),
  );
  expect(camps).toHaveLength(rows.filter(([, , isRefused]) => !isRefused).length);
  const texts = JSON.stringify(camps);
  expect(texts).not.toMatch(/javascript:|<img|bcc/i);
});

test("accepts numbers as texts and field names in any case", () => {
  const { camps, problems } = read({
    Camps: [
      { UID: 7, Name: 1234, location_string: 730, Hometown: 5, offerings: [42, { Title: 43 }] },
      { " name ": "Plain", Location: "E & 7:30" },
    ],
    Events: [{ title: 9, hosted_by_camp: 7 }],
  });
  expect(problems).toEqual([]);
  const [first, second] = camps.toSorted((a, b) => a.row - b.row);
  expect(first).toMatchObject({
    camp: { id: "2024-7", name: "1234", location_string: "730", hometown: "5" },
    card: { offerings: [{ title: "42" }, { title: "43" }], events: [{ title: "9" }] },
  });
  expect(second).toMatchObject({ camp: { name: "Plain", location_string: "E & 7:30" } });
});

test("rejects a file that is not a list of camps, with the reason", () => {
  const files: [string, RegExp][] = [
    ["", /not valid JSON/],
    ['[{"name":', /not valid JSON/],
    ['"camps"', /must contain a list/],
    ['{"camps":{}}', /must contain a list/],
    ["[]", /no camps/],
    [`[${"0,".repeat(100_000)}0]`, /100,001 rows; at most 20,000/],
  ];
  for (const [text, message] of files) {
    const file = readCampFile(text, "2024");
    expect(file).toMatchObject({ isReadable: false, message: expect.stringMatching(message) });
  }
});

test("takes ids from the file, replaces invalid characters and rejects duplicates", () => {
  const { camps, problems } = read([
    { uid: "a b", name: "One" },
    { uid: "a+b", name: "Two" },
    { id: 7, name: "Three" },
    { uid: "7", name: "Four" },
    { name: "No id" },
    { name: "No id" },
  ]);
  expect(new Set(camps.map(({ camp }) => camp.id)).size).toBe(4);
  expect(problems.map(({ row, field }) => [row, field])).toEqual([
    [4, "id"],
    [6, "id"],
  ]);
});

test("never throws on any file, returning only valid camps", () => {
  const row = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.record({
      name: fc.oneof(fc.string({ unit: "binary" }), fc.constant("Camp")),
      url: fc.oneof(fc.webUrl(), fc.string()),
      location: fc.jsonValue({ maxDepth: 2 }),
      latitude: fc.oneof(fc.double(), fc.string()),
      longitude: fc.double(),
      __proto__: fc.jsonValue({ maxDepth: 1 }),
    }),
  );
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), (rows) => {
      const file = readCampFile(JSON.stringify(rows), "2024");
      expect(file.isReadable && file.camps.length <= rows.length).toBe(true);
    }),
    { seed: 7, numRuns: 300 },
  );
});

test("uses a given point unless it is an intersection, shared or far away", () => {
  const city = cityOfYear("2024") ?? specCity;
  const crossing = locate(city, parseAddress("E & 7:30"));
  const offset = { latitude: (crossing?.latitude ?? 0) + 0.0003, longitude: crossing?.longitude };
  const at = (uid: string, point: object | null, exact = "Corner - facing man & 10:00") => ({
    ...publicCamp,
    uid,
    location: { ...publicCamp.location, gps_latitude: null, gps_longitude: null, exact_location: exact },
    ...point,
  });
  const { camps } = read([
    at("computed", crossing),
    at("surveyed", offset),
    at("far", { latitude: 52.5, longitude: 13.4 }),
    { ...at("twin-1", { latitude: 40.78, longitude: -119.2 }) },
    { ...at("twin-2", { latitude: 40.78, longitude: -119.2 }) },
    { uid: "lost", name: "Lost", location_string: "w/in Sin City", latitude: 40.79, longitude: -119.2 },
    { uid: "nowhere", name: "Nowhere", location_string: "None & None" },
  ]);
  const methods = placeImported(city, camps).map(({ id, placement }) => [id.slice(5), placement?.method]);
  expect(Object.fromEntries(methods)).toEqual({
    computed: "plot",
    surveyed: "given",
    far: "plot",
    "twin-1": "plot",
    "twin-2": "plot",
    lost: "given",
    nowhere: undefined,
  });
  // In a substitute for an unsurveyed city, the file's points are better than any rule.
  expect(placeImported(specCity, camps).find(({ id }) => id.endsWith("twin-1"))?.placement?.method).toBe(
    "given",
  );
  const plot = placeImported(city, camps).find(({ id }) => id.endsWith("computed"));
  const { x, y } = toLocal(city, { latitude: plot?.latitude ?? 0, longitude: plot?.longitude ?? 0 });
  const from = toLocal(city, crossing ?? city.centre);
  // Half a street plus half of 80 feet outwards, half a street plus half of 50 feet to the side.
  expect(Math.hypot(x - from.x, y - from.y)).toBeCloseTo(Math.hypot(15 + 40, 15 + 25) * 0.3048, 0);
});
