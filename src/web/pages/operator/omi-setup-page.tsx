import { omiSetupQuery, SetupList } from "#web/features/omi/setup-list.tsx";
import { ForOperators } from "./for-operators.tsx";
import { Page } from "../page.tsx";

/** For operators: the values to enter in the app at Omi. */
export function OmiSetupPage() {
  return (
    <Page
      view="Connect Omi"
      lead="What to enter in the app at Omi, so that people can link their accounts and their memories arrive."
    >
      <ForOperators
        query={omiSetupQuery}
        loading="Loading the addresses"
        failure="The addresses did not load"
        show={(setup) => <SetupList setup={setup} />}
      />
    </Page>
  );
}
