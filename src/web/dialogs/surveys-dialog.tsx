import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { DialogFrame } from "./dialogs.ts";
import { surveysQuery } from "#web/features/surveys/api.ts";
import { SurveyList } from "#web/features/surveys/survey-list.tsx";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";

export function SurveysDialog(frame: DialogFrame): ReactNode {
  return (
    <Dialog {...frame} title="Available Surveys">
      <Surveys />
    </Dialog>
  );
}

function Surveys() {
  const surveys = useQuery(surveysQuery);
  const [now] = useState(() => Date.now());
  if (surveys.data === undefined) {
    return <QueryState query={surveys} title="The surveys did not load" label="Loading surveys" />;
  }
  // A survey that has ended since it was fetched is not offered, not even offline.
  const open = surveys.data.filter(
    ({ expiresAt }) => expiresAt === null || new Date(expiresAt).getTime() > now,
  );
  return (
    <>
      <AsOf of={surveys} />
      {open.length === 0 ? (
        <EmptyState title="No open surveys" text="New surveys appear here." />
      ) : (
        <SurveyList surveys={open} />
      )}
    </>
  );
}
