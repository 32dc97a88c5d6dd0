import { useState } from "react";
import type { TransferPart, TransferReport } from "#shared/features/transfer/contract.ts";
import { problemsOf } from "#web/lib/form-problems.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { FormActions } from "#web/ui/form/form.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Switch } from "#web/ui/form/switch.tsx";
import { type TransferOrder, useTransferImport } from "./api.ts";
import tables from "#web/ui/table.module.css";
import styles from "./transfer.module.css";

interface ImportPartProps {
  communityId: string;
  part: TransferPart;
  hint: string;
}

/** Imports a file after a preview of its effects. The user confirms by name each admin who would lose the role. */
export function ImportPart({ communityId, part, hint }: ImportPartProps) {
  const [order, setOrder] = useState<TransferOrder | null>(null);
  const [leaveOut, setLeaveOut] = useState(false);
  const [demote, setDemote] = useState<readonly string[]>([]);
  const run = useTransferImport();
  const report = run.data;
  const preview = (file: File | undefined) => {
    run.reset();
    setLeaveOut(false);
    setDemote([]);
    if (file === undefined) return;
    const next: TransferOrder = { communityId, part, file, mode: "preview", leaveOut: false, demote: [] };
    setOrder(next);
    run.mutate(next);
  };
  const changes = report === undefined ? 0 : report.added + report.changed;
  const isReady = report?.isImported === false && order !== null && changes > 0;
  const isConfirmed = report?.formerAdmins.every((name) => demote.includes(name)) ?? false;
  return (
    <>
      <Field label={`Import ${part}`} hint={hint}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,.tsv,.txt,.json,text/csv,application/json"
            onChange={(event) => preview(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      <FormMessage message={problemsOf(run.error, []).message} />
      <div role="status">{report === undefined ? null : <p>{sentenceOf(report)}</p>}</div>
      {report?.isImported === false ? (
        <>
          {report.question === undefined ? null : <p>{report.question}</p>}
          <PreviewTable report={report} part={part} />
        </>
      ) : null}
      {report === undefined || report.problems.length === 0 ? null : <ProblemList report={report} />}
      {report === undefined || report.newAdmins.length === 0 ? null : (
        <p>{`Asked to be admins by this file: ${report.newAdmins.join(", ")}.`}</p>
      )}
      {isReady
        ? report.formerAdmins.map((name) => (
            <Switch
              key={name}
              label={`${name} is no longer an admin`}
              hint="This file makes them a member. Confirm it, or take the row out of the file."
              isOn={demote.includes(name)}
              onChange={(isOn) =>
                setDemote(isOn ? [...demote, name] : demote.filter((each) => each !== name))
              }
            />
          ))
        : null}
      {isReady && report.refused > 0 ? (
        <Switch label="Leave the refused rows out" isOn={leaveOut} onChange={setLeaveOut} />
      ) : null}
      {isReady ? (
        <FormActions>
          <Button
            variant="primary"
            isBusy={run.isPending}
            disabled={(report.refused > 0 && !leaveOut) || !isConfirmed}
            onClick={() => run.mutate({ ...order, mode: "import", leaveOut, demote })}
          >
            {`Import ${changes.toLocaleString("en")} ${changes === 1 ? part.slice(0, -1) : part}`}
          </Button>
        </FormActions>
      ) : null}
    </>
  );
}

function sentenceOf({ isImported, added, changed, unchanged, refused }: TransferReport): string {
  const counts = `${added} new, ${changed} changed, ${unchanged} as they are, ${refused} refused`;
  if (isImported) return `Imported: ${counts}.`;
  return added + changed === 0 ? `Nothing to import: ${counts}.` : `This file: ${counts}.`;
}

const words = { added: "New", changed: "Changed", unchanged: "As it is", refused: "Refused" } as const;

/** The first rows of a file as they will be stored. */
function PreviewTable({ report, part }: { report: TransferReport; part: TransferPart }) {
  const { columns, first, rows } = report;
  return (
    // A scrolling table must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={tables.scroll} role="region" aria-label={`Preview of ${part}`} tabIndex={0}>
      <table className={`${tables.table} ${styles.table}`}>
        <caption>
          {first.length < rows
            ? `The first ${first.length} of ${rows.toLocaleString("en")} rows`
            : "All rows"}
        </caption>
        <thead>
          <tr>
            {["row", "import", ...columns].map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first.map(({ row, does, cells }) => (
            <tr key={row} data-does={does}>
              <td>{row}</td>
              <td>{words[does]}</td>
              {cells.map((cell, index) => (
                <td key={columns[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Every refused row, with the reason. */
function ProblemList({ report }: { report: TransferReport }) {
  const unlisted = report.refused - report.problems.length;
  return (
    // A scrolling list must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={tables.scroll} role="region" aria-label="Refused rows" tabIndex={0}>
      <ul className={styles.problems}>
        {report.problems.map(({ row, name, message }) => (
          <li key={row}>
            <strong>{`Row ${row}${name === null ? "" : `, ${name}`}`}</strong>
            {`: ${message}`}
          </li>
        ))}
        {unlisted > 0 ? <li>{`... and ${unlisted} more.`}</li> : null}
      </ul>
    </div>
  );
}
