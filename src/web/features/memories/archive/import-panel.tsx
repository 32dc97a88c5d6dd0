import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form-message.tsx";
import styles from "./archive.module.css";
import type { ImportProgress } from "./import-file.ts";

/** Takes memories out of a file, and says of each row that was not taken why. */
export function ImportPanel({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const stopping = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);

  async function take(file: File): Promise<void> {
    const stop = new AbortController();
    stopping.current = stop;
    setProgress(null);
    setProblem(null);
    setRunning(true);
    try {
      // With the contract it is heavier than a dialog may be.
      const { importRows, readRows } = await import("./import-file.ts");
      const read = await readRows(file);
      if ("problem" in read) setProblem(read.problem);
      else await importRows(read.rows, setProgress, stop.signal);
    } catch (error) {
      const reason = error instanceof Error && !stop.signal.aborted ? `${error.message} ` : "";
      setProblem(
        `${reason}What was imported stays. Choose the same file again to go on; nothing is taken twice.`,
      );
    } finally {
      setRunning(false);
      void client.invalidateQueries({ queryKey: ["memories"] });
    }
  }

  return (
    <section className={styles.transfer} aria-labelledby="import-memories">
      <h2 id="import-memories">Import memories</h2>
      <p>
        Choose a file you exported here, or a JSON list of memories with <code>content</code>,{" "}
        <code>createdAt</code> and <code>source</code>. What is there already is not taken twice.
      </p>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label="File with memories"
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file !== undefined) void take(file);
        }}
      />
      <FormMessage message={problem} />
      {progress === null ? null : <Report progress={progress} isRunning={isRunning} />}
      <div className={styles.actions}>
        <Button variant="primary" isBusy={isRunning} onClick={() => input.current?.click()}>
          {isRunning ? "Importing..." : "Choose a file"}
        </Button>
        {isRunning ? (
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

function Report({ progress, isRunning }: { progress: ImportProgress; isRunning: boolean }) {
  const { done, total, imported, skipped, broken, errors } = progress;
  return (
    <>
      <progress className={styles.progress} max={Math.max(1, total)} value={done} aria-label="Import" />
      <p role="status">
        {isRunning
          ? `${number.format(done)} of ${number.format(total)} read`
          : `${number.format(imported)} imported, ${number.format(skipped)} were there already, ${number.format(broken)} could not be read.`}
      </p>
      {errors.length === 0 ? null : (
        <ul className={styles.errors} aria-label="Rows that could not be read">
          {errors.map(({ row, message }) => (
            <li key={row}>{`Row ${number.format(row)}: ${message}`}</li>
          ))}
        </ul>
      )}
    </>
  );
}

const number = new Intl.NumberFormat("en");
