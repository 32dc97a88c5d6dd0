import { useQueryClient } from "@tanstack/react-query";
import { useSelector } from "@tanstack/react-store";
import { copyState, savesData } from "#web/offline/copy/copy-state.ts";
import type { CopySummary } from "#web/offline/copy/local-copy.ts";
import { Moment } from "#web/ui/state/as-of.tsx";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/overlay/toast.ts";
import { Part } from "#web/ui/part.tsx";
import { renewNow } from "#web/background/refresh-local-copy.ts";

/** Shows the data this device has for offline use and its age, with a button to renew it. */
export function LocalCopySection() {
  const client = useQueryClient();
  const { at, summary, isRunning } = useSelector(copyState);

  async function handleRenew(): Promise<void> {
    const isRenewed = await renewNow(client);
    showToast(
      isRenewed
        ? { kind: "done", text: "Everything is on this phone." }
        : { kind: "problem", text: "Some of it did not load. What you have stays. Please try again." },
    );
  }

  return (
    <Part heading="On this phone">
      <p>
        {summary === null || at === null ? (
          "Nothing saved for offline yet. Looby does that soon after you arrive."
        ) : (
          <>
            Last synced <Moment at={at} />: the camps, {contentsOf(summary)}. Without signal the chat answers
            from these.
          </>
        )}
      </p>
      {savesData() ? <p>Your browser asks to save data, so Looby syncs only when you tap.</p> : null}
      <Button isBusy={isRunning} onClick={() => void handleRenew()}>
        {isRunning ? "Syncing..." : "Sync now"}
      </Button>
    </Part>
  );
}

function contentsOf({ listings, memories, threads, isPart }: CopySummary): string {
  const library = isPart ? `the newest ${listings} listings` : count(listings, "listing");
  return `${library}, ${count(memories, "memory", "memories")} and ${count(threads, "conversation")}`;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
