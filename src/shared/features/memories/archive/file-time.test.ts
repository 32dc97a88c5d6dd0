import { afterEach, expect, test, vi } from "vitest";
import { fileDay, fileTime, isAmbiguousDate } from "./file-time.ts";

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "Pacific/Auckland",
  "Pacific/Kiritimati",
  "America/Los_Angeles",
  "Etc/GMT+12",
];

afterEach(() => vi.unstubAllEnvs());

/** Year, month, day, hour, minute in the phone's zone. */
function localParts(instant: string | null): number[] {
  const time = new Date(instant ?? Number.NaN);
  return [time.getFullYear(), time.getMonth() + 1, time.getDate(), time.getHours(), time.getMinutes()];
}

test.each(ZONES)("reads a day and a time without a zone in the phone's zone %s", (zone) => {
  vi.stubEnv("TZ", zone);
  const days = [
    "2024-03-27",
    " 2024/03/27 ",
    "2024/3/27",
    "2024.03.27",
    "27.03.2024",
    "27/03/2024",
    "3/27/2024",
    "27. 3. 2024",
    "27. März 2024",
    "27. Ma\u0308rz 2024",
    "Mittwoch, 27. März 2024",
    "Mi., 27. Mrz. 2024",
    "Mittwoch, den 27. März 2024",
    "Wed 2024-03-27",
    "27 March 2024",
    "Wednesday, March 27th, 2024",
  ];
  for (const day of days) {
    expect([day, localParts(fileTime(day, "local"))]).toEqual([day, [2024, 3, 27, 12, 0]]);
    expect([day, fileDay(day)]).toEqual([day, "2024-03-27"]);
  }
  const times = [
    "2024-08-27 23:30",
    "2024-08-27T23:30:00",
    "27.08.2024 23:30",
    "27.08.2024, 23:30 Uhr",
    "27. August 2024 um 23:30",
    "August 27, 2024 at 11:30 PM",
    "2024/08/27 23:30:00.000",
  ];
  for (const time of times) {
    expect([time, localParts(fileTime(time, "local"))]).toEqual([time, [2024, 8, 27, 23, 30]]);
    expect([time, fileDay(time)]).toEqual([time, "2024-08-27"]);
  }
});

test.each(ZONES)("reads a time with a zone, or of a server, as the same instant in %s", (zone) => {
  vi.stubEnv("TZ", zone);
  const times = [
    "2024-08-27T14:05:09.123456Z",
    "2024-08-27 14:05:09.123 UTC",
    "2024-08-27T16:05:09,123+02:00",
    "2024-08-27 07:05:09.123-0700",
    "2024-08-27 16:05:09.123+02",
  ];
  for (const time of times)
    expect([time, fileTime(time, "local")]).toEqual([time, "2024-08-27T14:05:09.123Z"]);
  expect(fileTime("2024-08-27 14:05:09", "utc")).toBe("2024-08-27T14:05:09.000Z");
  expect(fileTime("2024-08-27", "utc")).toBe("2024-08-27T12:00:00.000Z");
  expect(fileTime(1724767509, "local")).toBe("2024-08-27T14:05:09.000Z");
  expect(fileTime("1724767509000", "local")).toBe("2024-08-27T14:05:09.000Z");
});

test("rejects invalid and ambiguous dates", () => {
  const texts = [
    "08/09/2024",
    "31/13/2024",
    "8/9/24 10:00",
    "2024-02-30",
    "30.02.2024",
    "32. März 2024",
    "2024-13-01",
    "2024-08-27 24:30",
    "2024-08-27 13:00 PM",
    "1969-12-31",
    "27. Foo 2024",
    "In August 27, 2024",
    "2024-08/27",
    "12:30",
    "2024",
    "",
    "x".repeat(61),
    null,
  ];
  for (const text of texts) expect([text, fileTime(text, "local")]).toEqual([text, null]);
  const ambiguous = ["08/09/2024", "8/9/24 10:00"];
  const plain = ["2024/08/09", "08.09.2024", "08/08/2024", "13/04/2025", "4/25/2025"];
  expect([...ambiguous, ...plain].filter(isAmbiguousDate)).toEqual(ambiguous);
  expect(fileDay("08/08/2024")).toBe("2024-08-08");
});
