import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import styles from "./import.module.css";
import { ImportReport } from "./import-report.tsx";
import { type ImportPreview, readMemoryFiles } from "./memory-file.ts";
import { type ImportProgress, sendRows } from "./send-rows.ts";

const STAYS = "What was imported stays. Choose the same file again to go on; nothing is imported twice.";

/** Imports memories from files. Shows the contents first, and the reason for each row that cannot be stored. */
export function ImportPanel({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const stopping = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);

  async function look(files: File[]): Promise<void> {
    setPreview(null);
    setProgress(null);
    setProblem(null);
    setBusy(true);
    try {
      const read = await readMemoryFiles(files);
      if ("problem" in read) setProblem(read.problem);
      else setPreview(read);
    } catch {
      setProblem("This file could not be read. Please choose it again.");
    } finally {
      setBusy(false);
    }
  }

  async function send({ rows }: ImportPreview): Promise<void> {
    const stop = new AbortController();
    stopping.current = stop;
    setProblem(null);
    setBusy(true);
    try {
      await sendRows(rows, setProgress, stop.signal);
    } catch (error) {
      const reason = error instanceof Error && !stop.signal.aborted ? `${error.message} ` : "";
      setProblem(`${reason}${STAYS}`);
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: ["memories"] });
    }
  }

  const isWaiting = preview !== null && progress === null && preview.rows.length > 0;
  return (
    <section className={styles.transfer} aria-labelledby="import-memories">
      <h2 id="import-memories">Import memories</h2>
      <p>
        From Looby, Omi or Mem0 (zip files, too), or from your own notes: Markdown, plain text, CSV, JSON. You
        see what is in a file before anything is sent, and nothing is imported twice.
      </p>
      <input
        ref={input}
        type="file"
        multiple
        accept=".json,.jsonl,.ndjson,.csv,.tsv,.md,.markdown,.txt,.zip,application/json,application/zip,text/*"
        aria-label="Files with memories"
        hidden
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          if (files.length > 0) void look(files);
        }}
      />
      <FormMessage message={problem} />
      {preview === null ? null : <ImportReport preview={preview} progress={progress} isRunning={isBusy} />}
      <div className={styles.actions}>
        {isWaiting ? (
          <Button variant="primary" isBusy={isBusy} onClick={() => void send(preview)}>
            {preview.rows.length === 1
              ? "Import 1 memory"
              : `Import ${preview.rows.length.toLocaleString("en")} memories`}
          </Button>
        ) : null}
        <Button
          variant={isWaiting ? "outline" : "primary"}
          isBusy={isBusy && !isWaiting}
          onClick={() => input.current?.click()}
        >
          {isBusy && !isWaiting ? (progress === null ? "Reading..." : "Importing...") : "Choose files"}
        </Button>
        {isBusy && progress !== null ? (
          <Button onClick={() => stopping.current.abort()}>Stop</Button>
        ) : (
          <Button variant="plain" onClick={onClose}>
            Close import
          </Button>
        )}
      </div>
    </section>
  );
}
