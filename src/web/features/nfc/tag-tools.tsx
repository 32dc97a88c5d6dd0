import { useEffect, useRef, useState } from "react";
import { tagAddress } from "#shared/features/nfc/tag-code.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { showToast } from "#web/ui/overlay/toast.ts";
import { hasTagReader } from "./ndef.ts";
import styles from "./nfc.module.css";
import { writeTag } from "./scan-tag.ts";
import { PrintedLabel, TagLabel } from "./tag-label.tsx";

/** Loopback hosts: a phone reading such an address would reach itself. */
const OWN_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Ways to attach a tag to a thing: written on a chip, printed, or copied into another app. */
export function TagTools({ title, code }: { title: string; code: string }) {
  const address = tagAddress(location.origin, code);
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
      {OWN_HOST.test(location.hostname) ? (
        <p>
          Other phones can’t open this address ({location.host}). Open Looby by its network address first, and
          make the tag there.
        </p>
      ) : null}
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
        <Button onClick={() => void copy(address)}>Copy address</Button>
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

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ kind: "done", text: "Address copied." });
  } catch {
    showToast({ kind: "problem", text: `The browser does not let us copy. The address is ${text}` });
  }
}
