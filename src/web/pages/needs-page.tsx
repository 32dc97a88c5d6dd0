import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import type { SharedNeed } from "#shared/features/needs/contract.ts";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { useWho, type Who } from "#web/features/account/session.ts";
import { dropTakenUp, useTakenUp } from "#web/features/account/taken-up.ts";
import { needQueries } from "#web/features/needs/api.ts";
import { NeedForm } from "#web/features/needs/need-form.tsx";
import { OwnNeed } from "#web/features/needs/own-need.tsx";
import { withQueuedNeeds } from "#web/features/needs/queued-needs.ts";
import { SharedNeedCard } from "#web/features/needs/shared-need-card.tsx";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { showToast } from "#web/ui/overlay/toast.ts";
import { Page } from "./page.tsx";
import styles from "./page.module.css";

const route = getRouteApi("/needs");

/** The user's needs and those shared by other users. */
export function NeedsPage() {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: ["needs"] });
  return (
    <Page view="Needs" lead="What do you need? Looby checks the library and, if you like, asks around.">
      <NeedForm
        onDone={() => {
          showToast({ kind: "done", text: "Posted. Looby is checking the library." });
          refresh();
        }}
      />
      <OwnNeeds onChanged={refresh} />
      <SharedNeeds />
    </Page>
  );
}

function OwnNeeds({ onChanged }: { onChanged: () => void }) {
  const mine = useQuery(needQueries.mine());
  const openDialog = useOpenDialog();
  const { operations } = useOutbox();
  const shownId = useLinkedId(mine.data !== undefined);
  const rows = withQueuedNeeds(mine.data ?? [], operations);
  if (mine.data !== undefined && rows.length === 0) return null;
  return (
    <Section id="my-needs" title="Your requests" query={mine} isShown={rows.length > 0}>
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
  const { kind } = useWho();
  const shownId = useLinkedId(shared.data !== undefined);
  const others = shared.data?.filter(({ isMine }) => !isMine);
  return (
    <Section id="needs" title="What others need" query={shared}>
      {others?.length === 0 ? <li className={styles.lead}>Nothing right now.</li> : null}
      {others?.map((need) => (
        <li key={need.id}>
          <OthersNeed need={need} isShown={need.id === shownId} userKind={kind} />
        </li>
      ))}
    </Section>
  );
}

function OthersNeed({
  need,
  isShown,
  userKind,
}: {
  need: SharedNeed;
  isShown: boolean;
  userKind: Who["kind"];
}) {
  const openDialog = useOpenDialog();
  const isAwaited = useTakenUp("answer", need.id) && userKind === "person";
  const signUp = () => openDialog({ dialog: "account", mode: "sign-up", to: "answer", id: need.id });
  return (
    <SharedNeedCard
      need={need}
      isShown={isShown}
      onSignUp={userKind === "guest" ? signUp : null}
      isAwaited={isAwaited}
      isWaiting={userKind === "unknown"}
      onTaken={dropTakenUp}
    />
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
  /** There is content to show even without a response from the server. */
  isShown?: boolean;
  children: ReactNode;
}

function Section({ id, title, query, isShown = false, children }: SectionProps) {
  return (
    <section className={styles.stack} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <AsOf of={query} />
      {isShown ? null : query.data === undefined && query.isError ? (
        <ErrorState
          title="This did not load"
          text={query.error?.message ?? ""}
          onRetry={() => void query.refetch()}
        />
      ) : query.data === undefined ? (
        <Skeleton label="Loading" rows={2} />
      ) : null}
      {isShown || query.data !== undefined ? (
        <ul className={styles.stack} aria-labelledby={id}>
          {children}
        </ul>
      ) : null}
    </section>
  );
}

/** The id of the need in a notification's link. Scrolls to it once it is loaded. */
function useLinkedId(isLoaded: boolean): string | null {
  const { show } = route.useSearch();
  useEffect(() => {
    if (show !== undefined && isLoaded) document.getElementById(`need-${show}`)?.scrollIntoView();
  }, [show, isLoaded]);
  return show ?? null;
}
