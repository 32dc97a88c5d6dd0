/** Milliseconds of the last id, and its place among those of that millisecond. */
let last = { now: 0, place: 0 };
/** The 12 bits beside the milliseconds: those made later in one millisecond sort later. Half of them are left to count on. */
const PLACES = 0xfff;

/**
 * A version 7 UUID (RFC 9562, the counter of its section 6.2): 48 bits of Unix milliseconds, 12 bits of a counter that begins
 * anywhere, then random bits. Ids made on one phone sort by the time they were made, also within a millisecond.
 * @param now milliseconds since the Unix epoch
 */
export function newId(now: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const anywhere = ((bytes[6] ?? 0) << 3) | ((bytes[7] ?? 0) >> 5);
  last = { now, place: now === last.now ? Math.min(PLACES, last.place + 1) : anywhere };
  for (let index = 0; index < 6; index += 1) {
    bytes[index] = Math.floor(now / 2 ** (8 * (5 - index))) & 0xff;
  }
  bytes[6] = 0x70 | (last.place >> 8);
  bytes[7] = last.place & 0xff;
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
