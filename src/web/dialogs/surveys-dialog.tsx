import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { DialogFrame } from "./dialogs.ts";
import { surveysQuery } from "#web/features/surveys/api.ts";
import { SurveyList } from "#web/features/surveys/survey-list.tsx";
import { useAsOf } from "#web/lib/use-as-of.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";

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
  const asOf = useAsOf(surveys);
  if (surveys.data === undefined) {
    return surveys.isError ? (
      <ErrorState
        title="The surveys did not load"
        text={surveys.error.message}
        onRetry={() => void surveys.refetch()}
      />
    ) : (
      <Spinner label="Loading surveys" />
    );
  }
  // One that ended since it was heard of is not offered, also without signal.
  const open = surveys.data.filter(
    ({ expiresAt }) => expiresAt === null || new Date(expiresAt).getTime() > now,
  );
  return (
    <>
      <AsOf at={asOf} />
      {open.length === 0 ? (
        <EmptyState title="No open surveys" text="When somebody asks something, it stands here." />
      ) : (
        <SurveyList surveys={open} />
      )}
    </>
  );
}
