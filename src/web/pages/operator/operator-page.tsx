import { useParams } from "@tanstack/react-router";
import { omiSetupQuery, SetupList } from "#web/features/omi/setup-list.tsx";
import { NotFoundPage } from "../not-found-page.tsx";
import { Page } from "../page.tsx";
import { ForOperators } from "./for-operators.tsx";
import { ImportCampsPage } from "./import-camps-page.tsx";
import { ServerChecksPage } from "./server-checks-page.tsx";

/** The views for operators. */
export function OperatorPage() {
  const { page } = useParams({ from: "/operator/$page" });
  if (page === "camps") return <ImportCampsPage />;
  if (page === "checks") return <ServerChecksPage />;
  return page === "omi" ? <OmiSetupPage /> : <NotFoundPage />;
}

/** For operators: the values to enter in the app at Omi. */
function OmiSetupPage() {
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
