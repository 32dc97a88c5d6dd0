/** Where one browser is reached, as it says itself. */
export interface PushTarget {
  endpoint: string;
  /** The browser's public key and secret, base64url. */
  p256dh: string;
  auth: string;
}

/** `gone`: the browser has taken its consent back, or was removed. `later`: the push service is in trouble. */
export type PushOutcome = "sent" | "gone" | "refused" | "later";

/** Messages to browsers, by the push services of their makers. */
export interface PushSender {
  /** The server's public key, base64url; a browser's consent is bound to it. */
  readonly publicKey: string;
  /** Whether this is an address of a push service this server sends to. */
  accepts(endpoint: string): boolean;
  /** Encrypts for the browser and sends. Never throws. @param payload at most 3,000 bytes */
  send(target: PushTarget, payload: string): Promise<PushOutcome>;
}
