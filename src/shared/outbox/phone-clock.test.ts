import { expect, test } from "vitest";
import { measureClock, readPhoneClock, toServerTime, writePhoneClock } from "./phone-clock.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** By the server's clock: the phone's last response from the server, the writing, and the sending. */
const [MEASURED, WRITTEN, SENT] = [0, 5 * HOUR, 8 * HOUR].map((after) => Date.UTC(2026, 7, 30) + after) as [
  number,
  number,
  number,
];

/** @param ahead milliseconds by which the phone's clock was ahead at the last response, when writing and when sending */
function received(ahead: { measured: number | null; written: number; sent: number }): number {
  const reading = ahead.measured === null ? null : { behindMs: -ahead.measured, heardAt: MEASURED };
  const clock = readPhoneClock(writePhoneClock({ sentAt: SENT + ahead.sent, reading }));
  if (clock === null) throw new Error("what was written must be readable");
  return toServerTime(WRITTEN + ahead.written, clock, SENT);
}

test.each([3 * DAY, -3 * DAY, 400 * DAY, -400 * DAY, 20 * MINUTE, -20 * MINUTE, 0])(
  "corrects a clock that is constantly %i ms ahead, with or without an earlier response",
  (ahead) => {
    expect(received({ measured: ahead, written: ahead, sent: ahead })).toBe(WRITTEN);
    expect(received({ measured: null, written: ahead, sent: ahead })).toBe(WRITTEN);
  },
);

test.each([3 * DAY, -3 * DAY])("corrects times of a clock %i ms ahead that is set right", (ahead) => {
  // Corrected by the network, as phones do; by hand before the write; without an earlier response.
  expect(received({ measured: ahead, written: ahead, sent: 0 })).toBe(WRITTEN);
  expect(received({ measured: ahead, written: 0, sent: 0 })).toBe(WRITTEN);
  expect(received({ measured: null, written: 0, sent: 0 })).toBe(WRITTEN);
});

test.each([3 * DAY, -3 * DAY])("corrects times of a right clock that is set %i ms wrong", (ahead) => {
  expect(received({ measured: 0, written: 0, sent: ahead })).toBe(WRITTEN);
  expect(received({ measured: 0, written: ahead, sent: ahead })).toBe(WRITTEN);
});

test("tolerates a minute and returns no time in the future or before the last response", () => {
  expect(received({ measured: -MINUTE, written: -MINUTE, sent: -MINUTE })).toBe(WRITTEN - MINUTE);
  expect(toServerTime(SENT + MINUTE, { sentAt: SENT + MINUTE, reading: null }, SENT)).toBe(SENT);
  expect(toServerTime(SENT + DAY, { sentAt: SENT, reading: null }, SENT)).toBe(SENT);
  const reading = { behindMs: 0, heardAt: MEASURED };
  expect(toServerTime(MEASURED - 9 * DAY, { sentAt: SENT, reading }, SENT)).toBe(MEASURED);
});

test("ignores a slow request and one during which the clock was set", () => {
  expect(measureClock({ before: 1000, after: 3000 }, 9000)).toEqual({ behindMs: 7000, heardAt: 9000 });
  expect(measureClock({ before: 1000, after: 900 }, 9000)).toBeNull();
  expect(measureClock({ before: 1000, after: 50_000 }, 9000)).toBeNull();
  expect(measureClock({ before: 1000, after: 1100 }, Number.NaN)).toBeNull();
});

test.each([null, "", "soon", "1;2", "1;2;3;4", "-1", "1.5", "1;x;3", "9".repeat(16)])(
  "rejects the header %s",
  (header) => {
    expect(readPhoneClock(header)).toBeNull();
  },
);
