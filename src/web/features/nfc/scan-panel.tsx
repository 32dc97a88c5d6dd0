import { useEffect, useRef, useState } from "react";
import { BrokenRing } from "#web/ui/picture/broken-ring.tsx";
import { Button } from "#web/ui/button.tsx";
import { hasTagReader, NO_CHIP, scanTag } from "./scan-tag.ts";
import styles from "./nfc.module.css";

interface ScanPanelProps {
  onCode: (code: string) => void;
  /** Shows the sample when no chip was found; undefined outside demo mode. */
  onSample: (() => void) | undefined;
}

/** Scans an NFC tag. */
export function ScanPanel({ onCode, onSample }: ScanPanelProps) {
  const [isSearching, setIsSearching] = useState(false);
  const [status, setStatus] = useState("Click the button to start scanning.");
  const scanning = useRef<AbortController | null>(null);
  useEffect(() => () => scanning.current?.abort(), []);
  const scan = async (): Promise<void> => {
    const controller = new AbortController();
    scanning.current = controller;
    setIsSearching(true);
    setStatus("Searching for NFC chip...");
    const found = await scanTag(controller.signal);
    if (controller.signal.aborted) return;
    setIsSearching(false);
    switch (found.kind) {
      case "item":
      case "companion":
        return onCode(found.code);
      case "problem":
        return setStatus(`A tag was read. ${found.problem}`);
      case "refused":
        return setStatus(found.reason);
      case "nothing":
        setStatus(NO_CHIP);
        onSample?.();
    }
  };
  return (
    <section className={styles.scan} aria-label="NFC">
      <span className={styles.ring} data-searching={isSearching || undefined}>
        <BrokenRing size={168} />
      </span>
      <p className={styles.status} role="status">
        {status}
      </p>
      <Button
        variant="primary"
        className={styles.scanButton}
        isBusy={isSearching}
        onClick={() => void scan()}
      >
        Scan NFC
      </Button>
      <p className={styles.hint}>
        {hasTagReader()
          ? "Hold the tag to the back of your phone."
          : "Hold the top of your unlocked phone to the sticker, or scan its QR code."}
      </p>
    </section>
  );
}
