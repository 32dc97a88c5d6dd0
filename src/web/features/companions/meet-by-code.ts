import { meetCompanion } from "#shared/features/companions/contract.ts";
import { newId } from "#shared/id.ts";
import { submitFromForm } from "#web/offline/submit-from-form.ts";

type Meeting =
  | { state: "met"; discovered: readonly string[]; known: readonly string[] }
  /** Kept on this device until there is a signal. */
  | { state: "waiting" };

/**
 * Tells the server what a companion's tag said.
 * @throws Error with a sentence when it is no companion's, or cannot be kept
 */
export async function meetByCode(code: string): Promise<Meeting> {
  const taken = await submitFromForm([
    {
      id: newId(),
      endpointId: meetCompanion.id,
      entity: `companion-tag:${code}`,
      label: "A companion's tag",
      body: { kind: "tag", code },
    },
  ]);
  if (taken.state === "refused") throw new Error(taken.reason);
  if (taken.state === "waiting") return { state: "waiting" };
  const { discovered, known } = meetCompanion.response.parse(taken.result);
  return { state: "met", discovered, known };
}
