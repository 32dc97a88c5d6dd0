import { createECDH } from "node:crypto";
import webPush from "web-push";
import { AppError } from "#server/http/app-error.ts";
import { type Egress, matchesOrigin } from "#server/platform/egress.ts";
import { deriveKey } from "#server/config/secret.ts";
import type { PushOutcome, PushSender, PushTarget } from "./push-sender.ts";

export interface WebPushOptions {
  egress: Egress;
  /** The server's secret. The key pair is derived from it, so it is the same in every process and after every restart. */
  secret: string;
  /** Earlier secrets. Devices that subscribed under one of them accept only messages signed with its key. */
  previousSecrets?: readonly string[];
  /** Contact for push services: an https or mailto address. */
  contact: string;
  /** Origins of push services; `https://*.example.org` matches every host below it. */
  services: readonly string[];
}

/** Seconds a push service stores a message for an offline device. Older notifications are outdated. */
const TTL_S = 24 * 3600;

export function webPushSender(options: WebPushOptions): PushSender {
  const { egress, services } = options;
  const keys = keyPair(options.secret);
  const earlierKeys = (options.previousSecrets ?? []).map(keyPair);
  const accepts = (endpoint: string) =>
    URL.canParse(endpoint) && services.some((service) => matchesOrigin(service, new URL(endpoint)));
  const sendSigned = async (target: PushTarget, payload: string, pair: KeyPair): Promise<PushOutcome> => {
    const request = encrypt(target, payload, { subject: options.contact, ...pair });
    const response = await egress(request.endpoint, {
      purpose: "push",
      method: "POST",
      headers: request.headers,
      body: new Uint8Array(request.body),
    });
    await response.body?.cancel();
    return outcomeOf(response.status);
  };
  return {
    publicKey: keys.publicKey,
    accepts,
    async send(target, payload) {
      if (!accepts(target.endpoint)) return "gone";
      try {
        let outcome: PushOutcome = "refused";
        for (const pair of [keys, ...earlierKeys]) {
          outcome = await sendSigned(target, payload, pair);
          if (outcome !== "refused") break;
        }
        return outcome;
      } catch (error) {
        // An invalid key stays invalid; a service that did not answer may recover.
        return error instanceof AppError ? "later" : "gone";
      }
    },
  };
}

function encrypt(
  { endpoint, p256dh, auth }: PushTarget,
  payload: string,
  vapidDetails: { subject: string; publicKey: string; privateKey: string },
) {
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails,
    TTL: TTL_S,
    contentEncoding: "aes128gcm",
  });
  const sent = Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() !== "content-length") // fetch sets its own
      .map(([name, value]) => [name, String(value)]),
  );
  return { endpoint, headers: sent, body };
}

function outcomeOf(status: number): PushOutcome {
  if (status === 404 || status === 410) return "gone";
  if (status === 429 || status >= 500) return "later";
  return status < 300 ? "sent" : "refused";
}

interface KeyPair {
  publicKey: string;
  privateKey: string;
}

/** A P-256 key pair, the same for the same secret. */
function keyPair(secret: string): KeyPair {
  const pair = createECDH("prime256v1");
  // One number in 2^32 is not a valid key of this curve.
  for (let attempt = 1; ; attempt += 1) {
    const privateKey = deriveKey(secret, `web-push ${attempt}`);
    try {
      pair.setPrivateKey(Buffer.from(privateKey, "base64url"));
      return { publicKey: pair.getPublicKey("base64url"), privateKey };
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}
