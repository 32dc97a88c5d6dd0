import styles from "./spinner.module.css";
import { VisuallyHidden } from "../base/visually-hidden.tsx";
import { BrokenRing } from "../picture/broken-ring.tsx";

interface SpinnerProps {
  /** What the user waits for: "Loading Playa Map...". */
  label: string;
  /** Pixels. */
  size?: number;
  isLabelVisible?: boolean;
}

/** The city's broken ring, rotating. With reduced motion it stands still, and only the label tells that something loads. */
export function Spinner({ label, size = 28, isLabelVisible = false }: SpinnerProps) {
  return (
    <output className={styles.spinner}>
      <BrokenRing className={styles.ring} size={size} />
      {isLabelVisible ? <span>{label}</span> : <VisuallyHidden>{label}</VisuallyHidden>}
    </output>
  );
}
