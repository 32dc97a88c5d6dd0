import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OutboundCallView } from "#shared/features/outbound/contract.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";
import { olderCalls, type OutboundScope, outboundQuery } from "./api.ts";
import styles from "./outbound.module.css";
import { OutboundRow } from "./outbound-row.tsx";

/** The calls made by this server, newest first. @param productName named in the empty state */
export function OutboundList({ scope, productName }: { scope: OutboundScope; productName: string }) {
  const newest = useQuery(outboundQuery(scope));
  const older = useOlder(scope, newest.data?.nextBefore ?? null);
  if (newest.data === undefined) {
    return <QueryState query={newest} title="The calls did not load" label="Loading the calls" />;
  }
  const { calls, retention } = newest.data;
  if (calls.length === 0) {
    return (
      <EmptyState
        title={`${productName} has not called anybody`}
        text={
          scope === "own"
            ? "Nothing of yours has left this server."
            : "Nothing has left this server: what it does, it does by itself."
        }
      />
    );
  }
  return (
    <div className={styles.all}>
      <ul className={styles.list} aria-label="Calls to others">
        {[...calls, ...older.calls].map((call) => (
          <OutboundRow key={call.id} call={call} isWhoseShown={scope === "all"} />
        ))}
      </ul>
      <FormMessage message={older.problem} />
      {older.next === null ? null : (
        <Button isBusy={older.isLoading} onClick={older.load}>
          {older.isLoading ? "Loading..." : "Show older"}
        </Button>
      )}
      <p className={styles.note}>
        {`The newest ${retention.calls.toLocaleString("en")} calls of this server are kept, for ${retention.days} days.`}
      </p>
    </div>
  );
}

/** The older pages loaded so far. */
function useOlder(scope: OutboundScope, first: string | null) {
  const [pages, setPages] = useState<{ calls: OutboundCallView[]; next: string | null } | null>(null);
  const next = pages === null ? first : pages.next;
  const loading = useMutation({
    mutationFn: (before: string) => olderCalls(scope, before),
    onSuccess: (page) =>
      setPages((known) => ({ calls: [...(known?.calls ?? []), ...page.calls], next: page.nextBefore })),
  });
  return {
    calls: pages?.calls ?? [],
    next,
    isLoading: loading.isPending,
    problem: loading.error?.message ?? null,
    load: () => (next === null ? undefined : loading.mutate(next)),
  };
}
