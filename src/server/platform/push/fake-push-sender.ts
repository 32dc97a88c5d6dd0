import type { PushOutcome, PushSender, PushTarget } from "./push-sender.ts";

export interface FakePushSender extends PushSender {
  /** Everything that was sent, oldest first. */
  readonly sent: { target: PushTarget; payload: string }[];
  /** What comes of the next messages, by endpoint; `sent` for the others. */
  readonly outcomes: Map<string, PushOutcome>;
}

/** A push service in memory; reaches endpoints of https://push.example. */
export function fakePushSender(): FakePushSender {
  const sent: FakePushSender["sent"] = [];
  const outcomes = new Map<string, PushOutcome>();
  return {
    publicKey: "BFakeKey",
    sent,
    outcomes,
    accepts: (endpoint) => endpoint.startsWith("https://push.example/"),
    async send(target, payload) {
      const outcome = outcomes.get(target.endpoint) ?? "sent";
      if (outcome === "sent") sent.push({ target, payload });
      return outcome;
    },
  };
}
