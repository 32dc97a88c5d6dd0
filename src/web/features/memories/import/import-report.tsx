import styles from "./import.module.css";
import type { ImportPreview } from "./memory-file.ts";
import type { ImportProgress } from "./send-rows.ts";

/** Rows shown of a long list, enough to verify that the file was parsed correctly. */
const SHOWN = 3;
const MOST_BROKEN = 100;
const number = new Intl.NumberFormat("en");
const date = new Intl.DateTimeFormat("en", { dateStyle: "medium" });

interface ImportReportProps {
  preview: ImportPreview;
  /** Null before any row was sent. */
  progress: ImportProgress | null;
  isRunning: boolean;
}

/** The contents of the chosen files, the result of their import, and the rows that cannot be stored. */
export function ImportReport({ preview, progress, isRunning }: ImportReportProps) {
  const { rows, broken } = preview;
  return (
    <>
      {progress === null ? (
        <Found preview={preview} />
      ) : (
        <>
          <progress
            className={styles.progress}
            max={Math.max(1, progress.total)}
            value={progress.done}
            aria-label="Import"
          />
          <p role="status">
            {isRunning
              ? `${number.format(progress.done)} of ${number.format(rows.length)} sent`
              : `${number.format(progress.imported)} imported, ${number.format(progress.skipped)} were there already, ${number.format(broken.length)} could not be read.`}
          </p>
        </>
      )}
      {broken.length === 0 ? null : (
        <ul className={styles.errors} aria-label="Rows that could not be read">
          {broken.slice(0, MOST_BROKEN).map(({ where, message }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the list is never reordered, and a place may occur twice
            <li key={index}>{`${where}: ${message}`}</li>
          ))}
          {broken.length > MOST_BROKEN ? (
            <li>{`And ${number.format(broken.length - MOST_BROKEN)} more.`}</li>
          ) : null}
        </ul>
      )}
    </>
  );
}

function Found({ preview: { kinds, rows, broken, notes } }: { preview: ImportPreview }) {
  // Not Math.min: a large file has more rows than a call may have arguments.
  const times = rows.map(({ createdAt }) => createdAt).toSorted();
  const [first, last] = [times[0], times.at(-1)];
  return (
    <>
      <p role="status">
        {`${kinds.join(", ")}: ${rows.length === 1 ? "1 memory" : `${number.format(rows.length)} memories`}`}
        {first === undefined || last === undefined ? "" : `, ${span(first, last)}`}
        {broken.length === 0 ? "." : `. ${number.format(broken.length)} could not be read.`}
      </p>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <ul className={styles.samples} aria-label="The first memories of the file">
        {rows.slice(0, SHOWN).map(({ title, content, createdAt }) => (
          <li key={`${createdAt} ${content.slice(0, 80)}`}>
            <b>{date.format(new Date(createdAt))}</b> {title ?? content}
          </li>
        ))}
      </ul>
    </>
  );
}

function span(first: string, last: string): string {
  const [from, until] = [first, last].map((time) => date.format(new Date(time)));
  return from === until ? `${from}` : `${from} to ${until}`;
}
