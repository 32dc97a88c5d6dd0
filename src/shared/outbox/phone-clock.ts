/**
 * What a phone says of its clock with a write it has kept: its time as it sends, and what it knew as it wrote. `<sent>`, or
 * `<sent>;<behind>;<heard>`, all in milliseconds.
 */
export const CLOCK_HEADER = "looby-clock";

/** What a phone has learned from the server's time. */
export interface HeardClock {
  /** Milliseconds the phone's clock is behind the server's; negative: ahead. */
  behindMs: number;
  /** The server's time then, in milliseconds since the epoch. */
  heardAt: number;
}

export interface PhoneClock {
  /** What the phone's clock showed as it sent, in milliseconds since the epoch. */
  sentAt: number;
  /** What it knew when the write was made; null: it had not heard the server yet. */
  heard: HeardClock | null;
}

/** A clock that is off by less is right: the way of a call takes its time, too. In milliseconds. */
const SLACK_MS = 2 * 60_000;
/** A longer question tells nothing of the clock: the phone may have slept in between. In milliseconds. */
const LONGEST_ROUND_MS = 20_000;

/**
 * What an answer tells about the phone's clock; null when the question took too long, or the clock was set meanwhile.
 * @param asked what the phone's clock showed before the question and after the answer, in milliseconds since the epoch
 * @param serverTime in the same
 */
export function hearClock(asked: { before: number; after: number }, serverTime: number): HeardClock | null {
  const round = asked.after - asked.before;
  if (round < 0 || round > LONGEST_ROUND_MS || !Number.isFinite(serverTime)) return null;
  return { behindMs: Math.round(serverTime - (asked.before + round / 2)), heardAt: Math.round(serverTime) };
}

export function writePhoneClock({ sentAt, heard }: PhoneClock): string {
  return heard === null ? `${sentAt}` : `${sentAt};${heard.behindMs};${heard.heardAt}`;
}

/** Null for what no phone of ours says. */
export function readPhoneClock(header: string | null): PhoneClock | null {
  const parts = /^(\d{1,15})(?:;(-?\d{1,15});(\d{1,15}))?$/.exec(header ?? "");
  if (parts === null) return null;
  const [, sentAt, behindMs, heardAt] = parts;
  const heard =
    behindMs === undefined || heardAt === undefined
      ? null
      : { behindMs: Number(behindMs), heardAt: Number(heardAt) };
  return { sentAt: Number(sentAt), heard };
}

/**
 * The server's time at a moment a phone has written down by its own clock. The clock may be wrong by days, and may have been set right
 * or wrong between writing and sending, so three readings are tried: by what the phone had learned before it wrote, by how far its
 * clock is off now, as it stands. The first one counts that lies between the last time the phone had heard the server and now; when none
 * does, the nearest moment that does.
 * @param written, @param now, @returns milliseconds since the epoch
 */
export function toServerTime(written: number, { sentAt, heard }: PhoneClock, now: number): number {
  const offsets = [...(heard === null ? [] : [heard.behindMs]), now - sentAt, 0];
  const readings = offsets.map((offset) => (Math.abs(offset) > SLACK_MS ? written + offset : written));
  const earliest = heard?.heardAt ?? Number.NEGATIVE_INFINITY;
  const likely = readings.find((time) => time >= earliest - SLACK_MS && time <= now + SLACK_MS);
  return Math.min(now, likely ?? Math.max(earliest, readings[0] ?? written));
}
