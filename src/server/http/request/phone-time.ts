import { CLOCK_HEADER, readPhoneClock, toServerTime } from "#shared/outbox/phone-clock.ts";

/**
 * Converts a time written by the phone's clock to server time, if the request says what that clock shows. Otherwise the time is
 * returned unchanged. Undefined when no time is given.
 * @param written RFC 3339, by the phone's clock
 */
export function fromPhoneTime(headers: Headers, written: string | undefined): string | undefined {
  const clock = readPhoneClock(headers.get(CLOCK_HEADER));
  if (written === undefined || clock === null) return written;
  return new Date(toServerTime(Date.parse(written), clock, Date.now())).toISOString();
}
