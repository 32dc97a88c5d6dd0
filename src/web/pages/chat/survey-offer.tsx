import { useQuery } from "@tanstack/react-query";
import { ClipboardList, X } from "lucide-react";
import { useState } from "react";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { surveysQuery } from "#web/features/surveys/api.ts";
import { freshSurveys, rememberSurveys } from "#web/features/surveys/seen-surveys.ts";
import { Chip } from "#web/ui/chip.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import styles from "./survey-offer.module.css";

/** Shown above the composer while there are surveys the user has neither opened nor dismissed. */
export function SurveyOffer() {
  const openDialog = useOpenDialog();
  const surveys = useQuery(surveysQuery).data ?? [];
  const [isGone, setIsGone] = useState(false);
  const fresh = freshSurveys(surveys);
  if (isGone || fresh.length === 0) return null;
  function wave(): void {
    rememberSurveys(surveys);
    setIsGone(true);
  }
  return (
    <p className={styles.offer}>
      <Chip
        aria-haspopup="dialog"
        onClick={() => {
          wave();
          openDialog({ dialog: "surveys" });
        }}
      >
        <ClipboardList aria-hidden size={18} strokeWidth={1.8} />
        {fresh.length === 1 ? "1 open survey" : `${fresh.length} open surveys`}
      </Chip>
      <IconButton label="No surveys, thanks" icon={X} onClick={wave} />
    </p>
  );
}
