import { useEffect } from "react";
import { createPortal } from "react-dom";
import { spelledTagCode } from "#shared/features/nfc/tag-code.ts";
import { QrCode } from "#web/ui/picture/qr-code.tsx";
import styles from "./nfc.module.css";

interface TagLabelProps {
  title: string;
  address: string;
  code: string;
}

/** The label to print and attach to a thing. */
export function TagLabel({ title, address, code }: TagLabelProps) {
  return (
    <div className={styles.label}>
      <QrCode text={address} label={`QR code that opens ${title}`} />
      <p className={styles.labelTitle}>{title}</p>
      <p className={styles.code}>{spelledTagCode(code)}</p>
    </div>
  );
}

/** Prints only the label, once it is rendered. @param onDone called when the print dialog is closed */
export function PrintedLabel({ onDone, ...label }: TagLabelProps & { onDone: () => void }) {
  useEffect(() => {
    const root = document.documentElement;
    root.dataset["print"] = "tag";
    window.addEventListener("afterprint", onDone, { once: true });
    // Not directly in the effect: printing blocks, and the label must be painted first.
    const frame = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("afterprint", onDone);
      delete root.dataset["print"];
    };
  }, [onDone]);
  return createPortal(
    <div className={styles.print} aria-hidden>
      <TagLabel {...label} />
    </div>,
    document.body,
  );
}
