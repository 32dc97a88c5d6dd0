import { useQuery } from "@tanstack/react-query";
import type { CampYears } from "#shared/features/map/import-contract.ts";
import { useOpenDialog } from "../dialog-navigation.ts";
import { useSession } from "../features/account/session.ts";
import { campYearsQuery } from "../features/map/import-api.ts";
import { ImportForm } from "../features/map/import-form.tsx";
import importStyles from "../features/map/import.module.css";
import { ApiError } from "../lib/api-client.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { PageTitle } from "./page-title.tsx";
import styles from "./page.module.css";

/** For whoever runs this server: the camps of a real year. */
export function ImportCampsPage() {
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <PageTitle view="Import camps" />
        <header>
          <h1>Import camps</h1>
          <p className={styles.lead}>
            The camps of a year, from a file. The map shows that year afterwards, in that year&rsquo;s city.
          </p>
        </header>
        <ForOperators />
      </div>
    </div>
  );
}

function ForOperators() {
  const openDialog = useOpenDialog();
  const user = useSession();
  const isGuest = user === null || user.isAnonymous;
  const years = useQuery({ ...campYearsQuery, enabled: !isGuest });
  if (isGuest) {
    return (
      <EmptyState title="This is for operators" text="Sign in with the account that runs this server.">
        <Button variant="primary" onClick={() => openDialog({ dialog: "account", mode: "sign-in" })}>
          Sign In
        </Button>
      </EmptyState>
    );
  }
  if (years.data !== undefined) {
    return (
      <>
        <YearList years={years.data.years} />
        <ImportForm cityYears={years.data.cityYears} />
      </>
    );
  }
  if (years.error instanceof ApiError && years.error.code === "forbidden") {
    return (
      <EmptyState
        title="This is for operators"
        text="Whoever runs this server names its operators in the setting OPERATORS."
      />
    );
  }
  if (years.isError) {
    return (
      <ErrorState
        title="What is here did not load"
        text={years.error.message}
        onRetry={() => void years.refetch()}
      />
    );
  }
  return <Spinner label="Loading what is here" />;
}

function YearList({ years }: { years: CampYears["years"] }) {
  if (years.length === 0) return <p>Nothing is imported yet: the map shows the sample festival.</p>;
  return (
    <ul className={importStyles.years} aria-label="Imported years">
      {years.map(({ year, isCurrent, camps, locationsFrom }) => (
        <li key={year}>
          <strong>{year}</strong>
          {`: ${camps.toLocaleString("en")} camps`}
          {isCurrent ? ", on the map" : null}
          {locationsFrom === null ? null : `, places are told from ${when(locationsFrom)}`}
        </li>
      ))}
    </ul>
  );
}

function when(instant: string): string {
  return new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" }).format(new Date(instant));
}
