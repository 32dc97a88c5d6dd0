import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { useSession } from "#web/features/account/session.ts";
import { needQueries } from "#web/features/needs/api.ts";
import { NeedForm } from "#web/features/needs/need-form.tsx";
import { OwnNeed } from "#web/features/needs/own-need.tsx";
import { withQueuedNeeds } from "#web/features/needs/queued-needs.ts";
import { SharedNeedCard } from "#web/features/needs/shared-need-card.tsx";
import { useAsOf } from "#web/lib/use-as-of.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { showToast } from "#web/ui/overlay/toast.ts";
import { PageTitle } from "./page-title.tsx";
import styles from "./page.module.css";

const route = getRouteApi("/needs");

/** What the person looks for, and what others do. */
export function NeedsPage() {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: ["needs"] });
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <PageTitle view="Needs" />
        <header>
          <h1>Needs</h1>
          <p className={styles.lead}>
            Say what you look for. The library is looked through, and others can help.
          </p>
        </header>
        <NeedForm
          onSent={() => {
            showToast({ kind: "done", text: "Kept. The library is looked through." });
            refresh();
          }}
        />
        <OwnNeeds onChanged={refresh} />
        <SharedNeeds />
      </div>
    </div>
  );
}

function OwnNeeds({ onChanged }: { onChanged: () => void }) {
  const mine = useQuery(needQueries.mine());
  const openDialog = useOpenDialog();
  const { kept } = useOutbox();
  const shownId = useLinkedId(mine.data !== undefined);
  const rows = withQueuedNeeds(mine.data ?? [], kept);
  if (mine.data !== undefined && rows.length === 0) return null;
  return (
    <Section id="my-needs" title="What you look for" query={mine} isShown={rows.length > 0}>
      {rows.map(({ need, state }) => (
        <li key={need.id}>
          <OwnNeed
            need={need}
            state={state}
            isShown={need.id === shownId}
            onOpenResource={(id) => openDialog({ dialog: "resource", id })}
            onChanged={onChanged}
          />
        </li>
      ))}
    </Section>
  );
}

function SharedNeeds() {
  const shared = useQuery(needQueries.shared());
  const user = useSession();
  const openDialog = useOpenDialog();
  const shownId = useLinkedId(shared.data !== undefined);
  const signIn =
    user === null || user.isAnonymous ? () => openDialog({ dialog: "account", mode: "sign-in" }) : null;
  const others = shared.data?.filter(({ isMine }) => !isMine);
  return (
    <Section id="needs" title="What others look for" query={shared}>
      {others?.length === 0 ? <li className={styles.lead}>Nothing right now.</li> : null}
      {others?.map((need) => (
        <li key={need.id}>
          <SharedNeedCard need={need} isShown={need.id === shownId} onSignIn={signIn} />
        </li>
      ))}
    </Section>
  );
}

interface SectionProps {
  id: string;
  title: string;
  query: {
    data: unknown;
    dataUpdatedAt: number;
    isError: boolean;
    error: Error | null;
    refetch: () => unknown;
  };
  /** There is something to show whatever the server says. */
  isShown?: boolean;
  children: ReactNode;
}

function Section({ id, title, query, isShown = false, children }: SectionProps) {
  const asOf = useAsOf(query);
  return (
    <section className={styles.stack} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <AsOf at={asOf} />
      {isShown ? null : query.data === undefined && query.isError ? (
        <ErrorState
          title="This did not load"
          text={query.error?.message ?? ""}
          onRetry={() => void query.refetch()}
        />
      ) : query.data === undefined ? (
        <Spinner label="Loading" />
      ) : null}
      {isShown || query.data !== undefined ? (
        <ul className={styles.stack} aria-labelledby={id}>
          {children}
        </ul>
      ) : null}
    </section>
  );
}

/** The need a notification has led to, brought into view once it is there. */
function useLinkedId(isLoaded: boolean): string | null {
  const { show } = route.useSearch();
  useEffect(() => {
    if (show !== undefined && isLoaded) document.getElementById(`need-${show}`)?.scrollIntoView();
  }, [show, isLoaded]);
  return show ?? null;
}
