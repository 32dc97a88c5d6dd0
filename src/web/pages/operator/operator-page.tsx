import { useParams } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { NotFoundPage } from "../not-found-page.tsx";
import { ImportCampsPage } from "./import-camps-page.tsx";
import { OmiSetupPage } from "./omi-setup-page.tsx";
import { ServerChecksPage } from "./server-checks-page.tsx";

const pages = new Map<string, ComponentType>([
  ["camps", ImportCampsPage],
  ["checks", ServerChecksPage],
  ["omi", OmiSetupPage],
]);

/** The views for operators. */
export function OperatorPage() {
  const { page } = useParams({ from: "/operator/$page" });
  const View = pages.get(page) ?? NotFoundPage;
  return <View />;
}
