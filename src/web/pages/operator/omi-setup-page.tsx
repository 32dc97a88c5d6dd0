import { omiSetupQuery, SetupList } from "#web/features/omi/setup-list.tsx";
import { ForOperators } from "./for-operators.tsx";
import { PageTitle } from "../page-title.tsx";
import styles from "../page.module.css";

/** For operators: the values to enter in the app at Omi. */
export function OmiSetupPage() {
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <PageTitle view="Connect Omi" />
        <header>
          <h1>Connect Omi</h1>
          <p className={styles.lead}>
            What to enter in the app at Omi, so that people can link their accounts and their memories arrive.
          </p>
        </header>
        <ForOperators
          query={omiSetupQuery}
          loading="Loading the addresses"
          failure="The addresses did not load"
          show={(setup) => <SetupList setup={setup} />}
        />
      </div>
    </div>
  );
}
