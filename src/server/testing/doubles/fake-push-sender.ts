import type { PushOutcome, PushSender, PushTarget } from "#server/platform/push/push-sender.ts";

export interface FakePushSender extends PushSender {
  /** All messages sent, oldest first. */
  readonly sent: { target: PushTarget; payload: string }[];
  /** Outcomes for the next messages, by endpoint; `sent` for all others. */
  readonly outcomes: Map<string, PushOutcome>;
}

/** An in-memory push service for endpoints at https://push.example. */
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
