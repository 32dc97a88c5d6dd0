import { expect, test } from "vitest";
import { hearClock, readPhoneClock, toServerTime, writePhoneClock } from "./phone-clock.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** By the server's clock: when the phone last heard the server, when something was written, when it is sent. */
const [HEARD, WRITTEN, SENT] = [0, 5 * HOUR, 8 * HOUR].map((after) => Date.UTC(2026, 7, 30) + after) as [
  number,
  number,
  number,
];

/** @param ahead milliseconds by which the phone's clock was ahead when it heard the server, wrote and sent */
function received(ahead: { heard: number | null; written: number; sent: number }): number {
  const heard = ahead.heard === null ? null : { behindMs: -ahead.heard, heardAt: HEARD };
  const clock = readPhoneClock(writePhoneClock({ sentAt: SENT + ahead.sent, heard }));
  if (clock === null) throw new Error("what was written must be readable");
  return toServerTime(WRITTEN + ahead.written, clock, SENT);
}

test.each([3 * DAY, -3 * DAY, 400 * DAY, -400 * DAY, 20 * MINUTE, -20 * MINUTE, 0])(
  "a clock that is %i ms ahead all the time, the server heard before or not",
  (ahead) => {
    expect(received({ heard: ahead, written: ahead, sent: ahead })).toBe(WRITTEN);
    expect(received({ heard: null, written: ahead, sent: ahead })).toBe(WRITTEN);
  },
);

test.each([3 * DAY, -3 * DAY])("a clock %i ms ahead that is set right", (ahead) => {
  // Corrected by the network, as phones do; by hand before the write; without having heard the server before.
  expect(received({ heard: ahead, written: ahead, sent: 0 })).toBe(WRITTEN);
  expect(received({ heard: ahead, written: 0, sent: 0 })).toBe(WRITTEN);
  expect(received({ heard: null, written: 0, sent: 0 })).toBe(WRITTEN);
});

test.each([3 * DAY, -3 * DAY])("a right clock that is set %i ms wrong", (ahead) => {
  expect(received({ heard: 0, written: 0, sent: ahead })).toBe(WRITTEN);
  expect(received({ heard: 0, written: ahead, sent: ahead })).toBe(WRITTEN);
});

test("a clock that is off by a minute is left alone, and no time is in the future or before the phone heard the server", () => {
  expect(received({ heard: -MINUTE, written: -MINUTE, sent: -MINUTE })).toBe(WRITTEN - MINUTE);
  expect(toServerTime(SENT + MINUTE, { sentAt: SENT + MINUTE, heard: null }, SENT)).toBe(SENT);
  expect(toServerTime(SENT + DAY, { sentAt: SENT, heard: null }, SENT)).toBe(SENT);
  const heard = { behindMs: 0, heardAt: HEARD };
  expect(toServerTime(HEARD - 9 * DAY, { sentAt: SENT, heard }, SENT)).toBe(HEARD);
});

test("a request that took too long, or during which the clock was set, is ignored", () => {
  expect(hearClock({ before: 1000, after: 3000 }, 9000)).toEqual({ behindMs: 7000, heardAt: 9000 });
  expect(hearClock({ before: 1000, after: 900 }, 9000)).toBeNull();
  expect(hearClock({ before: 1000, after: 50_000 }, 9000)).toBeNull();
  expect(hearClock({ before: 1000, after: 1100 }, Number.NaN)).toBeNull();
});

test.each([null, "", "soon", "1;2", "1;2;3;4", "-1", "1.5", "1;x;3", "9".repeat(16)])(
  "%s is no clock",
  (header) => {
    expect(readPhoneClock(header)).toBeNull();
  },
);
