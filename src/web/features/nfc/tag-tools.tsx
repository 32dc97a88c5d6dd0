import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { spelledTagCode, tagAddress } from "#shared/features/nfc/tag-code.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { usePublicAddress } from "#web/lib/server/public-settings.ts";
import { Button } from "#web/ui/button.tsx";
import { OnlyHereNote } from "#web/ui/form/only-here-note.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { showToast } from "#web/ui/overlay/toast.ts";
import { QrCode } from "#web/ui/picture/qr-code.tsx";
import { hasTagReader, writeTag } from "./scan-tag.ts";
import styles from "./nfc.module.css";

/** Ways to attach a tag to a thing: written on a chip, printed, or copied into another app. */
export function TagTools({ title, code }: { title: string; code: string }) {
  const address = tagAddress(usePublicAddress().origin, code);
  const [isPrinting, setIsPrinting] = useState(false);
  const [isWriting, setIsWriting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const writing = useRef<AbortController | null>(null);
  useEffect(() => () => writing.current?.abort(), []);
  const write = async (): Promise<void> => {
    const controller = new AbortController();
    writing.current = controller;
    setProblem(null);
    setIsWriting(true);
    const refusal = await writeTag(address, controller.signal);
    setIsWriting(false);
    if (controller.signal.aborted) return;
    setProblem(refusal);
    if (refusal === null) showToast({ kind: "done", text: "Written. Tap it to see." });
  };
  return (
    <>
      <TagLabel title={title} address={address} code={code} />
      <OnlyHereNote />
      <div className={styles.actions}>
        {hasTagReader() ? (
          isWriting ? (
            <Button onClick={() => writing.current?.abort()}>Stop writing</Button>
          ) : (
            <Button variant="primary" onClick={() => void write()}>
              Write to an NFC tag
            </Button>
          )
        ) : null}
        <Button onClick={() => setIsPrinting(true)}>Print</Button>
        <Button
          onClick={() =>
            void copyText(
              address,
              "Address copied.",
              `The browser does not let us copy. The address is ${address}`,
            )
          }
        >
          Copy address
        </Button>
      </div>
      <p role="status">{isWriting ? "Hold an empty tag to the back of your phone." : ""}</p>
      <FormMessage message={problem} />
      {hasTagReader() ? null : (
        <p className={styles.hint}>
          To write a chip, open this in Chrome on Android, or copy the address into an app that writes NFC
          tags as a link.
        </p>
      )}
      {isPrinting ? (
        <PrintedLabel title={title} address={address} code={code} onDone={() => setIsPrinting(false)} />
      ) : null}
    </>
  );
}

interface TagLabelProps {
  title: string;
  address: string;
  code: string;
}

/** The label to print and attach to a thing. */
function TagLabel({ title, address, code }: TagLabelProps) {
  return (
    <div className={styles.label}>
      <QrCode text={address} label={`QR code that opens ${title}`} />
      <p className={styles.labelTitle}>{title}</p>
      <p className={styles.code}>{spelledTagCode(code)}</p>
    </div>
  );
}

/** Prints only the label, once it is rendered. @param onDone called when the print dialog is closed */
function PrintedLabel({ onDone, ...label }: TagLabelProps & { onDone: () => void }) {
  useEffect(() => {
    const root = document.documentElement;
    root.dataset["print"] = "tag";
    window.addEventListener("afterprint", onDone, { once: true });
    // Not directly in the effect, because printing blocks and the label must be painted first.
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
