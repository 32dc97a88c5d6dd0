import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { useSession } from "#web/features/account/session.ts";
import { lendingQueries } from "#web/features/lending/api.ts";
import { LoanSections } from "#web/features/lending/loan-sections.tsx";
import { useAsOf } from "#web/lib/use-as-of.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { PageTitle } from "./page-title.tsx";
import styles from "./page.module.css";

const route = getRouteApi("/borrowing");

/** What the person borrows and lends, step by step. */
export function BorrowingPage() {
  const user = useSession();
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <PageTitle view="Borrowing" />
        <header>
          <h1>Borrowing</h1>
          <p className={styles.lead}>What is asked for, promised, out and back.</p>
        </header>
        {user === null || user.isAnonymous ? <SignInFirst /> : <Loans />}
      </div>
    </div>
  );
}

function Loans() {
  const loans = useQuery(lendingQueries.mine());
  const asOf = useAsOf(loans);
  const { show } = route.useSearch();
  const openDialog = useOpenDialog();
  const isLoaded = loans.data !== undefined;
  useEffect(() => {
    if (show !== undefined && isLoaded) document.getElementById(`loan-${show}`)?.scrollIntoView();
  }, [show, isLoaded]);
  if (loans.data === undefined) {
    return loans.isError ? (
      <ErrorState
        title="Your loans did not load"
        text={loans.error.message}
        onRetry={() => void loans.refetch()}
      />
    ) : (
      <Spinner label="Loading your loans" />
    );
  }
  return (
    <>
      <AsOf at={asOf} />
      <LoanSections
        loans={loans.data}
        shownId={show ?? null}
        onOpenResource={(id) => openDialog({ dialog: "resource", id })}
        emptyBorrowed={<p className={styles.lead}>Nothing. What is in the library can be asked for there.</p>}
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
  const openDialog = useOpenDialog();
  return (
    <EmptyState
      title="Sign in to borrow"
      text="Then people know whom they lend to, and you are told what they answer."
    >
      <Button variant="primary" onClick={() => openDialog({ dialog: "account", mode: "sign-in" })}>
        Sign In
      </Button>
      <Link to="/explore" className={buttonClass()}>
        Look around
      </Link>
    </EmptyState>
  );
}
