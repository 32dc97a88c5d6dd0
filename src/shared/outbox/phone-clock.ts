/**
 * Header in which a phone reports its clock with a queued write: its time when sending, and its clock difference when writing. `<sent>`, or
 * `<sent>;<behind>;<time of that response>`, all in milliseconds.
 */
export const CLOCK_HEADER = "looby-clock";

/** A phone's clock difference, from a server response. */
export interface ClockReading {
  /** Milliseconds the phone's clock is behind the server's; negative when ahead. */
  behindMs: number;
  /** The server's time at that moment, in milliseconds since the epoch. */
  heardAt: number;
}

export interface PhoneClock {
  /** The phone's time when sending, in milliseconds since the epoch. */
  sentAt: number;
  /** The clock difference when the write was created; null if there had been no response from the server. */
  reading: ClockReading | null;
}

/** A smaller difference is ignored, because the request itself takes time. In milliseconds. */
const SLACK_MS = 2 * 60_000;
/** A longer request is not used to set the clock: the phone may have been asleep in between. In milliseconds. */
const LONGEST_ROUND_MS = 20_000;

/**
 * The phone's clock compared with a server response; null when the request took too long, or the clock was set in between.
 * @param asked the phone's time before the request and after the response, in milliseconds since the epoch
 * @param serverTime in milliseconds since the epoch
 */
export function measureClock(
  asked: { before: number; after: number },
  serverTime: number,
): ClockReading | null {
  const round = asked.after - asked.before;
  if (round < 0 || round > LONGEST_ROUND_MS || !Number.isFinite(serverTime)) return null;
  return { behindMs: Math.round(serverTime - (asked.before + round / 2)), heardAt: Math.round(serverTime) };
}

export function writePhoneClock({ sentAt, reading }: PhoneClock): string {
  return reading === null ? `${sentAt}` : `${sentAt};${reading.behindMs};${reading.heardAt}`;
}

/** Null for a header that no Looby client sends. */
export function readPhoneClock(header: string | null): PhoneClock | null {
  const parts = /^(\d{1,15})(?:;(-?\d{1,15});(\d{1,15}))?$/.exec(header ?? "");
  if (parts === null) return null;
  const [, sentAt, behindMs, heardAt] = parts;
  const reading =
    behindMs === undefined || heardAt === undefined
      ? null
      : { behindMs: Number(behindMs), heardAt: Number(heardAt) };
  return { sentAt: Number(sentAt), reading };
}

/**
 * Converts a moment recorded by a phone's own clock to the server's time. The clock may be wrong by days, and may have been corrected or
 * set wrong between writing and sending, so three readings are tried: by the difference when writing, by the current difference, and
 * unchanged. The first one between the last server response and now is used. If there is none, the nearest moment in that range is
 * returned.
 * @param written, @param now, @returns milliseconds since the epoch
 */
export function toServerTime(written: number, { sentAt, reading }: PhoneClock, now: number): number {
  const offsets = [...(reading === null ? [] : [reading.behindMs]), now - sentAt, 0];
  const readings = offsets.map((offset) => (Math.abs(offset) > SLACK_MS ? written + offset : written));
  const earliest = reading?.heardAt ?? Number.NEGATIVE_INFINITY;
  const likely = readings.find((time) => time >= earliest - SLACK_MS && time <= now + SLACK_MS);
  return Math.min(now, likely ?? Math.max(earliest, readings[0] ?? written));
}
