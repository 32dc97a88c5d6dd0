import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { DialogFrame } from "./dialogs.tsx";
import { surveysQuery } from "#web/features/surveys/api.ts";
import { SurveyList } from "#web/features/surveys/survey-list.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { Loaded } from "#web/ui/state/query-state.tsx";

export function SurveysDialog(frame: DialogFrame): ReactNode {
  const surveys = useQuery(surveysQuery);
  const [now] = useState(() => Date.now());
  // Surveys that have ended since they were fetched are not offered, not even offline.
  const isOpen = ({ expiresAt }: { expiresAt: string | null }) =>
    expiresAt === null || Date.parse(expiresAt) > now;
  return (
    <Dialog {...frame} title="Available Surveys">
      <Loaded query={surveys} title="The surveys did not load" label="Loading surveys">
        {(all) =>
          all.some(isOpen) ? (
            <SurveyList surveys={all.filter(isOpen)} />
          ) : (
            <EmptyState title="No open surveys" text="New surveys appear here." />
          )
        }
      </Loaded>
    </Dialog>
  );
}
