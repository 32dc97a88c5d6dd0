import { useMutation } from "@tanstack/react-query";
import { ApiError } from "#web/lib/api-client.ts";
import type { Outcome } from "#web/offline/submit.ts";
import { showToast } from "#web/ui/toast.ts";
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
      const { keepChoice } = await import("./keep-companion.ts");
      keepChoice(person, companion.id);
    },
  });
}

/** @throws ApiError when the server said no */
function tell(outcome: Outcome): void {
  switch (outcome.state) {
    case "sent":
    case "discarded": // another window has chosen since, or thrown it away
      return;
    case "waiting":
    case "not-kept":
      showToast({ kind: "problem", text: NOT_STORED });
      return;
    case "failed":
    case "conflict":
      throw new ApiError("forbidden", 403, outcome.problem.error);
  }
}
