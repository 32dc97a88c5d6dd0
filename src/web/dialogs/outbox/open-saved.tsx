import { useRef, useState } from "react";
import type { OpenedFile } from "#web/offline/recovery/waiting-file.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import styles from "./outbox-dialog.module.css";

/** Maximum number of listed items of a file. */
const SHOWN = 50;

/** Opens a file saved from the outbox of this device or another. Its contents are shown before anything is sent. */
export function OpenSaved() {
  const input = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<OpenedFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [told, setTold] = useState("");

  async function look(file: File): Promise<void> {
    setOpened(null);
    setTold("");
    const { openWaitingFile } = await import("#web/offline/recovery/waiting-file.ts");
    const found = await openWaitingFile(file);
    setProblem("problem" in found ? found.problem : null);
    if (!("problem" in found)) setOpened(found);
  }

  async function take(found: OpenedFile): Promise<void> {
    const { takeIn } = await import("#web/offline/recovery/waiting-file.ts");
    const { wake } = await import("#web/offline/outbox/outbox.ts");
    const added = await takeIn(found);
    setOpened(null);
    setTold(added === 0 ? "All of it is already waiting or sent." : `${added} added. They are sent now.`);
    await wake();
  }

  const failed = () =>
    setProblem(
      "This file could not be opened. There may be no room left on this device: free some and try again.",
    );
  return (
    <section aria-label="From a file">
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="File of unsent things"
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file !== undefined) look(file).catch(failed);
        }}
      />
      <FormMessage message={problem} />
      <p role="status">{told}</p>
      {opened === null ? null : (
        <>
          <p>{`In this file, saved ${new Date(opened.file.savedAt).toLocaleString("en")}:`}</p>
          <ul>
            {opened.labels.slice(0, SHOWN).map((label, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the list is never reordered, and labels may repeat
              <li key={index}>{label}</li>
            ))}
            {opened.labels.length > SHOWN ? <li>{`And ${opened.labels.length - SHOWN} more.`}</li> : null}
          </ul>
          <p className={styles.note}>
            Open a file only if you saved it yourself: everything in it is sent in your name.
          </p>
        </>
      )}
      <div className={styles.actions}>
        {opened === null ? (
          <Button variant="plain" onClick={() => input.current?.click()}>
            Open a saved file
          </Button>
        ) : (
          <>
            <Button variant="primary" onClick={() => void take(opened).catch(failed)}>
              {opened.labels.length === 1 ? "Send it" : `Send all ${opened.labels.length}`}
            </Button>
            <Button onClick={() => setOpened(null)}>Cancel</Button>
          </>
        )}
      </div>
    </section>
  );
}
