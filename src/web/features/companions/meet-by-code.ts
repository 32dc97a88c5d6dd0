import { meetCompanion } from "#shared/features/companions/contract.ts";
import { newId } from "#shared/id.ts";
import { discard } from "#web/offline/outbox.ts";
import { submit } from "#web/offline/submit.ts";

type Meeting =
  | { state: "met"; discovered: readonly string[]; known: readonly string[] }
  /** Kept on this device until there is a signal. */
  | { state: "waiting" };

/**
 * Tells the server what a companion's tag said.
 * @throws Error with a sentence when it is no companion's, or cannot be kept
 */
export async function meetByCode(code: string): Promise<Meeting> {
  const id = newId();
  const outcome = await submit([
    {
      id,
      endpointId: meetCompanion.id,
      entity: `companion-tag:${code}`,
      label: "A companion's tag",
      body: { kind: "tag", code },
    },
  ]);
  switch (outcome.state) {
    case "sent": {
      const { discovered, known } = meetCompanion.response.parse(outcome.result);
      return { state: "met", discovered, known };
    }
    case "waiting":
      return { state: "waiting" };
    case "failed":
    case "conflict":
      await discard(id);
      throw new Error(outcome.problem.error);
    case "discarded":
      throw new Error("It was discarded in another window.");
    case "not-kept":
      throw new Error(outcome.reason);
  }
}
