import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { SignInButton } from "#web/dialogs/sign-in-button.tsx";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { useWho } from "#web/features/account/session.ts";
import { UnknownUser } from "#web/features/account/unknown-user.tsx";
import { lendingQueries } from "#web/features/lending/api.ts";
import { LoanSections } from "#web/features/lending/loan-sections.tsx";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { Page } from "./page.tsx";
import styles from "./page.module.css";

const route = getRouteApi("/borrowing");

/** The user's loans as borrower and as owner, with their steps. */
export function BorrowingPage() {
  const who = useWho();
  return (
    <Page view="Borrowing" lead="Everything you’ve asked for, lent or borrowed.">
      {who.kind === "person" ? (
        <Loans />
      ) : who.kind === "guest" ? (
        <SignInFirst />
      ) : (
        <UnknownUser error={who.error} label="Loading your loans" />
      )}
    </Page>
  );
}

function Loans() {
  const loans = useQuery(lendingQueries.mine());
  const { show } = route.useSearch();
  const openDialog = useOpenDialog();
  const isLoaded = loans.data !== undefined;
  useEffect(() => {
    if (show !== undefined && isLoaded) document.getElementById(`loan-${show}`)?.scrollIntoView();
  }, [show, isLoaded]);
  if (loans.data === undefined) {
    return loans.isError ? (
      <QueryState query={loans} title="Your loans did not load" label="Loading your loans" />
    ) : (
      <Skeleton label="Loading your loans" />
    );
  }
  return (
    <>
      <AsOf of={loans} />
      <LoanSections
        loans={loans.data}
        shownId={show ?? null}
        onOpenResource={(id) => openDialog({ dialog: "resource", id })}
        emptyBorrowed={
          <p className={styles.lead}>
            You’ve borrowed nothing. Find something in <Link to="/library">the library</Link>.
          </p>
        }
        emptyLent={
          <p className={styles.lead}>
            Nothing. <Link to="/add">Add something</Link> others could use.
          </p>
        }
      />
    </>
  );
}

function SignInFirst() {
  return (
    <EmptyState title="Sign in to borrow" text="So people know who they lend to, and you hear their answer.">
      <SignInButton />
      <Link to="/explore" className={buttonClass()}>
        Look around
      </Link>
    </EmptyState>
  );
}
