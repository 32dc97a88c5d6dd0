import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Resource } from "#shared/features/resources/contract.ts";
import { newTagCode } from "#shared/features/nfc/tag-code.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { nfcQueries } from "./api.ts";
import styles from "./nfc.module.css";
import { queuedTag } from "./queued-tag.ts";
import { TagTools } from "./tag-tools.tsx";

interface TagPanelProps {
  item: Pick<Resource, "id" | "title" | "tagMark">;
}

/** An item's tag: made, written, printed, replaced, taken off. All of it works without a signal. */
export function TagPanel({ item }: TagPanelProps) {
  const tag = useQuery(nfcQueries.tagOf(item.id));
  const queued = queuedTag(useOutbox().kept, item.id);
  const [asked, setAsked] = useState<"renew" | "remove" | null>(null);
  const sending = useQueuedMutation({
    send: async (next: string | null) => {
      const { sendRemoval, sendTag } = await import("./send-tag.ts");
      return await (next === null ? sendRemoval(item) : sendTag(item, next));
    },
  });
  // Without a signal it is enough to have heard that there is none.
  const known = tag.data?.code ?? (tag.data !== undefined || item.tagMark === null ? null : undefined);
  const code = queued === undefined ? known : queued;
  const send = (next: string | null) => {
    setAsked(null);
    sending.mutate(next);
  };
  if (code === undefined || (tag.isPending && queued === undefined))
    return tag.isError ? (
      <ErrorState title="The tag did not load" text={tag.error.message} onRetry={() => void tag.refetch()} />
    ) : (
      <Spinner label="Loading the tag" />
    );
  return (
    <div className={styles.stack}>
      {code === null ? (
        <>
          <p>
            A tag is a sticker with a chip or a printed code. Whoever taps or scans it opens {item.title}, and
            borrowing it is said with one tap by each of you.
          </p>
          <FormMessage message={sending.error} />
          <div className={styles.actions}>
            <Button variant="primary" isBusy={sending.isPending} onClick={() => send(newTagCode())}>
              Make a tag
            </Button>
          </div>
        </>
      ) : (
        <>
          <TagTools title={item.title} code={code} />
          {queued === undefined ? null : (
            <p role="status">It opens {item.title} for others once this phone had a signal.</p>
          )}
          <FormMessage message={sending.error} />
          <div className={styles.actions}>
            <Button isBusy={sending.isPending} onClick={() => setAsked("renew")}>
              Make it anew
            </Button>
            <Button variant="plain" isBusy={sending.isPending} onClick={() => setAsked("remove")}>
              Take it off
            </Button>
          </div>
        </>
      )}
      <Confirm
        isOpen={asked !== null}
        title={asked === "remove" ? "Take the tag off?" : "Make the tag anew?"}
        message={`The tag that is on ${item.title} now opens nothing any more, wherever it is printed or written.`}
        confirmLabel={asked === "remove" ? "Take it off" : "Make it anew"}
        onConfirm={() => send(asked === "remove" ? null : newTagCode())}
        onCancel={() => setAsked(null)}
      />
    </div>
  );
}
