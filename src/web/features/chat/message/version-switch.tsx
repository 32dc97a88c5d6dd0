import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "#web/ui/icon-button.tsx";
import styles from "./turn.module.css";

interface VersionSwitchProps {
  /** "answer" or "question". */
  what: string;
  id: string;
  versions: readonly string[];
  isDisabled: boolean;
  onShow: (messageId: string) => void;
}

/** Switches between the versions of a message: "2 of 3". Renders nothing for a message without versions. */
export function VersionSwitch({ what, id, versions, isDisabled, onShow }: VersionSwitchProps) {
  const index = versions.indexOf(id);
  if (index === -1) return null;
  const before = versions[index - 1];
  const after = versions[index + 1];
  return (
    <div className={styles.versions} role="group" aria-label={`Versions of this ${what}`}>
      <IconButton
        label={`Previous ${what}`}
        icon={ChevronLeft}
        aria-disabled={isDisabled || before === undefined || undefined}
        onClick={() => (isDisabled || before === undefined ? undefined : onShow(before))}
      />
      <span className={styles.place}>
        {index + 1} of {versions.length}
      </span>
      <IconButton
        label={`Next ${what}`}
        icon={ChevronRight}
        aria-disabled={isDisabled || after === undefined || undefined}
        onClick={() => (isDisabled || after === undefined ? undefined : onShow(after))}
      />
    </div>
  );
}
