import { useEffect, useRef, useState } from "react";
import { BrokenRing } from "#web/ui/picture/broken-ring.tsx";
import { Button } from "#web/ui/button.tsx";
import { hasTagReader } from "./ndef.ts";
import styles from "./nfc.module.css";
import { NO_CHIP, scanTag } from "./scan-tag.ts";

interface ScanPanelProps {
  onCode: (code: string) => void;
  /** In demo mode, where no chip was found: shows the sample; undefined elsewhere. */
  onSample: (() => void) | undefined;
}

/** Scans an NFC tag. */
export function ScanPanel({ onCode, onSample }: ScanPanelProps) {
  const [isSearching, setIsSearching] = useState(false);
  const [said, setSaid] = useState("Click the button to start scanning.");
  const scanning = useRef<AbortController | null>(null);
  useEffect(() => () => scanning.current?.abort(), []);
  const scan = async (): Promise<void> => {
    const controller = new AbortController();
    scanning.current = controller;
    setIsSearching(true);
    setSaid("Searching for NFC chip...");
    const found = await scanTag(controller.signal);
    if (controller.signal.aborted) return;
    setIsSearching(false);
    switch (found.kind) {
      case "item":
      case "companion":
        return onCode(found.code);
      case "problem":
        return setSaid(`A tag was read. ${found.problem}`);
      case "refused":
        return setSaid(found.reason);
      case "nothing":
        setSaid(NO_CHIP);
        onSample?.();
    }
  };
  return (
    <section className={styles.scan} aria-label="NFC">
      <span className={styles.ring} data-searching={isSearching || undefined}>
        <BrokenRing size={168} />
      </span>
      <p className={styles.said} role="status">
        {said}
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
          : "This browser leaves NFC to your phone: unlock it and hold its top to the tag, and the phone opens the tag by itself. Or use the QR code beside it."}
      </p>
    </section>
  );
}
