/** Push address of one browser, as reported by it. */
export interface PushTarget {
  endpoint: string;
  /** The browser's public key and secret, base64url. */
  p256dh: string;
  auth: string;
}

/** `gone`: the browser has withdrawn its permission or was removed. `later`: the push service has a problem. */
export type PushOutcome = "sent" | "gone" | "refused" | "later";

/** Sends messages to browsers through their vendors' push services. */
export interface PushSender {
  /** The server's public key, base64url. A browser's subscription is bound to it. */
  readonly publicKey: string;
  /** Whether the endpoint belongs to a push service this server sends to. */
  accepts(endpoint: string): boolean;
  /** Encrypts for the browser and sends. Never throws. @param payload at most 3,000 bytes */
  send(target: PushTarget, payload: string): Promise<PushOutcome>;
}
