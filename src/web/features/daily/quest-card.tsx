import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, Lock, Share2 } from "lucide-react";
import type { DailyQuest } from "#shared/features/daily/contract.ts";
import { lockedText } from "#shared/features/daily/locked-text.ts";
import { writeClipboard } from "#web/lib/copy-text.ts";
import { usePublicAddress, usePublicSettings } from "#web/lib/server/public-settings.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Tag } from "#web/ui/chip.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { showToast } from "#web/ui/overlay/toast.ts";
import { dailyQueries } from "./api.ts";
import { sendCompletion } from "./daily-operations.ts";
import styles from "./daily.module.css";

/** A quest that is still locked. @param isWaiting a thought of today is queued on this device */
export function LockedQuest({ isWaiting, onStart }: { isWaiting: boolean; onStart: () => void }) {
  const { productName } = usePublicSettings();
  return (
    <Card className={styles.locked}>
      <div className={styles.heading}>
        <h3>Daily Quest</h3>
        <Tag>
          <Lock aria-hidden size={14} strokeWidth={2} /> Locked
        </Tag>
      </div>
      <p>{lockedText(productName)}</p>
      {isWaiting ? (
        <p className={styles.aside}>
          Your thought is on this device. The quest unlocks as soon as there is a signal.
        </p>
      ) : null}
      <div className={styles.actions}>
        <Button variant="primary" onClick={onStart}>
          Start Daily Dump
        </Button>
      </div>
    </Card>
  );
}

/** Today's quest, with buttons to complete and share it. */
export function OpenQuest({ quest }: { quest: DailyQuest }) {
  const client = useQueryClient();
  const { origin, isOnlyHere } = usePublicAddress();
  const words = wordsOf(quest, isOnlyHere ? null : origin);
  const show = (done: DailyQuest) => client.setQueryData(dailyQueries.quest().queryKey, done);
  const completing = useQueuedMutation({
    send: sendCompletion,
    onSent: show,
    onQueued: () => {
      show({ ...quest, completed: true, completedAt: new Date().toISOString() });
      showToast({ kind: "info", text: "Saved on this device until there is a signal." });
    },
  });
  const sharing = useMutation({
    mutationFn: async () => passOn(words),
    onSuccess: (passed) => {
      if (passed === "copied") showToast({ kind: "done", text: "Copied. Paste it wherever you like." });
    },
  });

  function handleComplete(): void {
    if (quest.canComplete === true) completing.mutate(quest.day);
    else showToast({ kind: "info", text: "Feature coming soon!" });
  }

  return (
    <div className={styles.quest}>
      <p className={styles.words}>{quest.quest}</p>
      <p>
        <em>{quest.explanation}</em>
      </p>
      {quest.cheatCode === null ? null : (
        <div className={styles.cheat}>
          <span className={styles.number}>Cheat Code {quest.cheatCode.number}</span>
          <span>{quest.cheatCode.description}</span>
        </div>
      )}
      <p className={styles.aside}>{originOf(quest)}</p>
      <FormMessage message={completing.error} />
      <div className={styles.actions}>
        {quest.completed ? (
          <p className={styles.done} role="status">
            <Check aria-hidden size={20} strokeWidth={2} /> Done for today. Well done!
          </p>
        ) : (
          <Button variant="primary" isBusy={completing.isPending} onClick={handleComplete}>
            Mark Complete
          </Button>
        )}
        <Button isBusy={sharing.isPending} onClick={() => sharing.mutate()}>
          <Share2 aria-hidden size={20} strokeWidth={1.8} />
          Share Quest
        </Button>
      </div>
      {sharing.data === "refused" ? (
        <label className={styles.copy}>
          Your browser can’t copy here. Select the text:
          <textarea readOnly rows={4} value={words} />
        </label>
      ) : null}
    </div>
  );
}

function originOf({ origin, model }: DailyQuest): string {
  return origin === "model"
    ? `Written for you just now by the language model ${model ?? ""}.`
    : "Picked to fit your thought.";
}

/** How a quest was shared. `refused`: the browser allows neither way, so the user has to select the text. */
type Passed = "shared" | "copied" | "cancelled" | "refused";

/** The quest as text for another user. It reveals nothing about the thought it came from. */
function wordsOf({ quest, explanation, cheatCode }: DailyQuest, address: string | null): string {
  const code = cheatCode === null ? null : `Cheat Code ${cheatCode.number}: ${cheatCode.description}`;
  return [`Today's Quest: ${quest ?? ""}`, explanation, code, address].filter(Boolean).join("\n");
}

/** Opens the device's share sheet, or copies the text if there is none. */
async function passOn(text: string): Promise<Passed> {
  const data = { title: "Today's Quest", text };
  if (typeof navigator.share === "function" && (navigator.canShare?.(data) ?? true)) {
    try {
      await navigator.share(data);
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "cancelled";
      // Some browsers have a share sheet but refuse to open it: copy instead.
    }
  }
  return (await writeClipboard(text)) ? "copied" : "refused";
}
