import { useMutation } from "@tanstack/react-query";
import type { QueueResult } from "#web/offline/outbox/submit.ts";
import { showToast } from "#web/ui/overlay/toast.ts";
import type { Person } from "./companion-memory.ts";

/** Word for word as specified. */
const NOT_STORED = "Failed to update companion. Please try again later.";

/**
 * Makes a companion the active one. When the server cannot be told after three attempts the choice holds on this device,
 * and the outbox goes on trying.
 */
export function useSummon(person: Person) {
  return useMutation({
    mutationFn: async (companion: { id: string; name: string }) => {
      // A visitor has but one to choose, and it is known here that they did.
      if (!person.isAnonymous) {
        const { sendChoice } = await import("./send-choice.ts");
        tell(await sendChoice(person, companion));
      }
      const { applyChoice } = await import("./apply-companion.ts");
      applyChoice(person, companion.id);
    },
  });
}

/** @throws ApiError when the server said no */
function tell(result: QueueResult<unknown>): void {
  if (result.status === "sent") return;
  if (result.status === "queued" || result.error.code === "insufficient-storage")
    showToast({ kind: "problem", text: NOT_STORED });
  // Another window has chosen since, or thrown it away.
  else if (result.error.code !== "gone") throw result.error;
}
