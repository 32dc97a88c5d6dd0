import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Resource } from "#shared/features/resources/contract.ts";
import { newTagCode } from "#shared/features/nfc/tag-code.ts";
import { removeTag, setTag } from "#shared/features/nfc/contract.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";
import { nfcQueries } from "./api.ts";
import styles from "./nfc.module.css";
import { TagTools } from "./tag-tools.tsx";
import { sendRemoval, sendTag } from "./send-tag.ts";

interface TagPanelProps {
  item: Pick<Resource, "id" | "title" | "tagMark">;
}

/** An item's tag: create, write, print, replace, remove. Works offline. */
export function TagPanel({ item }: TagPanelProps) {
  const tag = useQuery(nfcQueries.tagOf(item.id));
  const queued = queuedTag(useOutbox().operations, item.id);
  const [asked, setAsked] = useState<"renew" | "remove" | null>(null);
  const sending = useQueuedMutation({
    send: async (next: string | null) => {
      return await (next === null ? sendRemoval(item) : sendTag(item, next));
    },
  });
  // Offline, it is enough that the list contains no tag.
  const known = tag.data?.code ?? (tag.data !== undefined || item.tagMark === null ? null : undefined);
  const code = queued === undefined ? known : queued;
  if (code === undefined || (tag.isPending && queued === undefined))
    return <QueryState query={tag} title="The tag did not load" label="Loading the tag" />;
  return (
    <div className={styles.stack}>
      {code === null ? (
        <>
          <p>
            A tag is a sticker with a chip or a printed code. Tap or scan it to open {item.title}. To lend it,
            each of you taps once.
          </p>
          <FormMessage message={sending.error} />
          <div className={styles.actions}>
            <Button variant="primary" isBusy={sending.isPending} onClick={() => sending.mutate(newTagCode())}>
              Make a tag
            </Button>
          </div>
        </>
      ) : (
        <>
          <TagTools title={item.title} code={code} />
          {queued === undefined ? null : (
            <p role="status">It opens {item.title} for others once this phone has had a signal.</p>
          )}
          <FormMessage message={sending.error} />
          <div className={styles.actions}>
            <Button isBusy={sending.isPending} onClick={() => setAsked("renew")}>
              Replace tag
            </Button>
            <Button variant="plain" isBusy={sending.isPending} onClick={() => setAsked("remove")}>
              Remove tag
            </Button>
          </div>
        </>
      )}
      <Confirm
        isOpen={asked !== null}
        title={asked === "remove" ? "Remove the tag?" : "Replace the tag?"}
        message={`The tag on ${item.title} stops working, wherever it is printed or written.`}
        confirmLabel={asked === "remove" ? "Remove tag" : "Replace tag"}
        onConfirm={() => sending.mutate(asked === "remove" ? null : newTagCode())}
        onClose={() => setAsked(null)}
      />
    </div>
  );
}

/** The queued change of an item's tag: its new code, null for a removal; undefined when no change is queued. */
function queuedTag(operations: readonly QueuedOperation[], entryId: string): string | null | undefined {
  const last = operations.findLast(
    ({ endpointId, params }) =>
      (endpointId === setTag.id || endpointId === removeTag.id) && params?.["entryId"] === entryId,
  );
  if (last === undefined) return undefined;
  const { body } = last;
  const code: unknown = typeof body === "object" && body !== null && "code" in body ? body.code : null;
  return typeof code === "string" ? code : null;
}
