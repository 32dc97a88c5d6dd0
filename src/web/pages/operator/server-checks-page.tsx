import { queryOptions } from "@tanstack/react-query";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { listServerChecks, type ServerCheck } from "#shared/features/settings/operator-contract.ts";
import { call } from "#web/lib/server/api-client.ts";
import { ForOperators } from "./for-operators.tsx";
import { Page } from "../page.tsx";
import styles from "./server-checks.module.css";

const checksQuery = queryOptions({
  queryKey: ["server-checks"],
  queryFn: async ({ signal }) => (await call(listServerChecks, {}, { signal })).checks,
  refetchInterval: 30_000,
  // Only the state of this moment is of use.
  meta: { isStored: false },
});

/** For operators: what the server believes of its address, proxy, clock, disk and database. */
export function ServerChecksPage() {
  return (
    <Page
      view="This server"
      lead="What the server believes of its address, its clock and its disk. On the server itself, “npm run doctor” also tries the public address."
    >
      <ForOperators
        query={checksQuery}
        loading="Loading the checks"
        failure="The checks did not load"
        show={(checks) => <CheckList checks={checks} />}
      />
    </Page>
  );
}

function CheckList({ checks }: { checks: readonly ServerCheck[] }) {
  return (
    <ul className={styles.checks} aria-label="Checks">
      {checks.map(({ subject, isGood, says }) => (
        <li key={subject} data-good={isGood}>
          {isGood ? (
            <CircleCheck role="img" aria-label="Good" size={20} strokeWidth={1.8} />
          ) : (
            <TriangleAlert role="img" aria-label="To check" size={20} strokeWidth={1.8} />
          )}
          <div>
            <h2>{subject}</h2>
            <p>{says}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
