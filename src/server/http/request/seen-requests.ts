import { isProxied } from "./request-guards.ts";
import { CLOCK_HEADER, readPhoneClock } from "#shared/outbox/phone-clock.ts";

/** Phones whose clocks are remembered. */
const MAX_PHONES = 100;

/** A request that a proxy passed on. */
export interface ProxiedRequest {
  host: string;
  /** Whether the proxy passed on the client's address. */
  hasAddress: boolean;
  /** X-Forwarded-Proto; null when the proxy sent none. */
  proto: string | null;
}

/** The proxy before this server and the clocks of phones, as requests since the start show them. Only for the operator. */
export class SeenRequests {
  /** The latest request that came through a proxy; null: none yet. */
  proxied: ProxiedRequest | null = null;
  /** Milliseconds that a phone's clock is ahead, by network address. The oldest is first. */
  readonly #aheadMs = new Map<string, number>();

  /** How far each phone's clock is ahead of this server's, in ms; negative: behind. */
  get phonesAheadMs(): number[] {
    return [...this.#aheadMs.values()];
  }

  /** @param address returns the client's network address */
  note(headers: Headers, address: () => string, now = Date.now()): void {
    if (isProxied(headers))
      this.proxied = {
        host: headers.get("host") ?? "",
        hasAddress: headers.has("x-forwarded-for"),
        // Each proxy may append its own: the first is the outermost one's.
        proto: headers.get("x-forwarded-proto")?.split(",")[0]?.trim() ?? null,
      };
    const clock = readPhoneClock(headers.get(CLOCK_HEADER));
    if (clock === null) return;
    const phone = address();
    this.#aheadMs.delete(phone);
    this.#aheadMs.set(phone, clock.sentAt - now);
    const [oldest] = this.#aheadMs.keys();
    if (this.#aheadMs.size > MAX_PHONES && oldest !== undefined) this.#aheadMs.delete(oldest);
  }
}
