import { TriangleAlert } from "lucide-react";
import styles from "./form-message.module.css";

/** Why a form could not be sent. The region is always rendered, so that screen readers announce the message when it appears. */
export function FormMessage({ message }: { message: string | null }) {
  return (
    <div className={styles.region} role="alert">
      {message === null ? null : (
        <p className={styles.message}>
          <TriangleAlert aria-hidden size={20} strokeWidth={1.8} />
          {message}
        </p>
      )}
    </div>
  );
}
