import { useMutation } from "@tanstack/react-query";
import type { QueueResult } from "#web/offline/outbox/queue.ts";
import { showToast } from "#web/ui/overlay/toast.ts";
import type { Person } from "./companion-memory.ts";
import { sendChoice } from "./companion-operations.ts";
import { applyChoice } from "./apply-companion.ts";

/** The specification's exact text. */
const NOT_STORED = "Failed to update companion. Please try again later.";

/**
 * Sets the active companion. If the server cannot be reached after three attempts, the choice applies on this device, and the outbox
 * retries.
 * @param person null until the server has identified the user; without a user, there is no choice to store
 */
export function useSummon(person: Person | null) {
  return useMutation({
    mutationFn: async (companion: { id: string; name: string }) => {
      if (person === null) return;
      // A visitor has only one companion to choose; this device records the choice.
      if (!person.isAnonymous) {
        showResult(await sendChoice(person, companion));
      }
      applyChoice(person, companion.id);
    },
  });
}

/** @throws ApiError when the server refused */
function showResult(result: QueueResult<unknown>): void {
  if (result.status === "sent") return;
  if (result.status === "queued" || result.error.code === "insufficient-storage")
    showToast({ kind: "problem", text: NOT_STORED });
  // Otherwise another window has replaced or discarded this choice.
  else if (result.error.code !== "gone") throw result.error;
}
