import { useEffect, useEffectEvent, useState } from "react";
import { readTagText } from "#shared/features/nfc/tag-code.ts";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { FullScreen } from "#web/ui/overlay/full-screen.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import styles from "./nfc.module.css";
import { watchQr } from "./watch-qr.ts";

interface QrScannerProps {
  onCode: (code: string) => void;
  onClose: () => void;
}

/** Scans the QR code of a tag with the camera. Other codes are ignored. */
export function QrScanner({ onCode, onClose }: QrScannerProps) {
  // State instead of a ref, because the dialog mounts its content later.
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [foreign, setForeign] = useState<string | null>(null);
  const handleCode = useEffectEvent(onCode);
  useEffect(() => {
    if (video === null) return;
    const ending = new AbortController();
    const onText = (text: string): void => {
      const reading = readTagText(text);
      if (reading.kind === "problem") return setForeign(`A code was read. ${reading.problem}`);
      ending.abort();
      handleCode(reading.code);
    };
    void watchQr(video, { onOpen: () => setIsOpen(true), onText, signal: ending.signal }).then((reason) =>
      reason === null ? undefined : setProblem(reason),
    );
    return () => ending.abort();
  }, [video]);
  return (
    <FullScreen title="Scan a QR code" onClose={onClose}>
      <div className={styles.camera} data-off={problem !== null || undefined}>
        <video
          ref={setVideo}
          className={styles.picture}
          muted
          playsInline
          aria-label="What the camera sees"
        />
        {isOpen || problem !== null ? null : <Spinner label="Opening the camera" isLabelVisible />}
      </div>
      <FormMessage message={problem} />
      <p className={styles.status} role="status">
        {foreign ?? (isOpen ? "Point the camera at the code on the tag." : "")}
      </p>
    </FullScreen>
  );
}
