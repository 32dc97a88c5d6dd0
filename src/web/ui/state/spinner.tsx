import styles from "./spinner.module.css";
import { VisuallyHidden } from "../base/visually-hidden.tsx";
import { BrokenRing } from "../picture/broken-ring.tsx";

interface SpinnerProps {
  /** Label of the spinner: "Loading Playa Map...". */
  label: string;
  /** Pixels. */
  size?: number;
  isLabelVisible?: boolean;
}

/** The city's broken ring, rotating. With reduced motion it is static, and only the label shows that something loads. */
export function Spinner({ label, size = 28, isLabelVisible = false }: SpinnerProps) {
  return (
    <output className={styles.spinner}>
      <BrokenRing className={styles.ring} size={size} />
      {isLabelVisible ? <span>{label}</span> : <VisuallyHidden>{label}</VisuallyHidden>}
    </output>
  );
}
