import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type OmiLink,
  type RefusedWrite,
  dropOmiWrite,
  retryOmiWrite,
} from "#shared/features/omi/contract.ts";
import { call } from "#web/lib/server/api-client.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { omiLinkQuery } from "./api.ts";
import styles from "./omi.module.css";

/** Writes that Omi refused. Their text is stored here until the user sends or deletes them. */
export function RefusedWrites({ refused }: Pick<OmiLink, "refused">) {
  if (refused.length === 0) return null;
  return (
    <>
      <h4>Not taken by Omi</h4>
      <ul className={styles.refused} aria-label="Not taken by Omi">
        {refused.map((write) => (
          <li key={write.id}>
            <Refused write={write} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Refused({ write: { id, kind, title, content, reason } }: { write: RefusedWrite }) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const show = (link: OmiLink) => client.setQueryData(omiLinkQuery.queryKey, link);
  const params = { writeId: id };
  const retry = useMutation({
    mutationFn: async () => call(retryOmiWrite, { params, body: {} }),
    onSuccess: ({ link }) => show(link),
  });
  const drop = useMutation({
    mutationFn: async () => call(dropOmiWrite, { params }),
    onSuccess: show,
  });
  return (
    <Card className={styles.refusedCard}>
      <p>
        {title === null ? null : <strong>{`${title}: `}</strong>}
        {content}
      </p>
      <p role="status">{`Omi did not take this ${kind}: ${reason}`}</p>
      <div className={styles.actions}>
        <Button isBusy={retry.isPending} onClick={() => retry.mutate()}>
          {retry.isPending ? "Sending..." : "Try again"}
        </Button>
        <Button isBusy={drop.isPending} onClick={() => setIsAsking(true)}>
          {drop.isPending ? "Deleting..." : "Delete"}
        </Button>
      </div>
      <Confirm
        isOpen={isAsking}
        title={`Delete this ${kind}?`}
        message="Its words are only here: Omi does not have them."
        confirmLabel="Delete"
        onConfirm={() => drop.mutate()}
        onClose={() => setIsAsking(false)}
      />
      <FormMessage message={retry.error?.message ?? drop.error?.message ?? null} />
    </Card>
  );
}
