import { CLOCK_HEADER, readPhoneClock, toServerTime } from "#shared/outbox/phone-clock.ts";

/**
 * When something was written, by the server's time, of a phone that says in the call what its clock shows. Others are taken at their
 * word. Undefined when it does not say.
 * @param written RFC 3339, by the phone's clock
 */
export function fromPhoneTime(headers: Headers, written: string | undefined): string | undefined {
  const clock = readPhoneClock(headers.get(CLOCK_HEADER));
  if (written === undefined || clock === null) return written;
  return new Date(toServerTime(Date.parse(written), clock, Date.now())).toISOString();
}
