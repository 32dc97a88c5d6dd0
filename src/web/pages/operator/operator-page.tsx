import { useParams } from "@tanstack/react-router";
import { NotFoundPage } from "../not-found-page.tsx";
import { ImportCampsPage } from "./import-camps-page.tsx";
import { OmiSetupPage } from "./omi-setup-page.tsx";
import { ServerChecksPage } from "./server-checks-page.tsx";

/** The views for operators. */
export function OperatorPage() {
  const { page } = useParams({ from: "/operator/$page" });
  if (page === "camps") return <ImportCampsPage />;
  if (page === "checks") return <ServerChecksPage />;
  return page === "omi" ? <OmiSetupPage /> : <NotFoundPage />;
}
