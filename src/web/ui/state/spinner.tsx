import styles from "./spinner.module.css";
import { VisuallyHidden } from "../base/visually-hidden.tsx";

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
      <svg className={styles.ring} width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden>
        <path d="M18.9 4.8A10 10 0 1 1 5.1 4.8" strokeWidth="2" strokeLinecap="round" />
        <path d="M16.1 7.9a5.8 5.8 0 1 1-8.2 0" strokeWidth="1.2" strokeLinecap="round" opacity=".55" />
      </svg>
      {isLabelVisible ? <span>{label}</span> : <VisuallyHidden>{label}</VisuallyHidden>}
    </output>
  );
}
