import { useState } from "react";
import type { TransferPart, TransferReport } from "#shared/features/transfer/contract.ts";
import { problemsOf } from "#web/lib/form-problems.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormActions } from "#web/ui/form.tsx";
import { FormMessage } from "#web/ui/form-message.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { exportAddress, type TransferOrder, useTransferImport } from "./api.ts";
import styles from "./transfer.module.css";

const parts: { part: TransferPart; title: string; hint: string }[] = [
  {
    part: "listings",
    title: "Listings",
    hint: "CSV or JSON with title, description and type (venue, gear or talent); status, tags, address, latitude, longitude and id if you have them.",
  },
  {
    part: "members",
    title: "Members",
    hint: "CSV or JSON with pseudonym and role (member or admin). People need an account here. Nobody is taken out.",
  },
];

/** Takes a community's listings and members out as files and brings them in, for its admins. */
export function TransferPanel({ communityId }: { communityId: string }) {
  return (
    <div className={styles.panel}>
      {parts.map(({ part, title, hint }) => (
        <section key={part} className={styles.part} aria-label={title}>
          <h3>{title}</h3>
          <div className={styles.downloads}>
            {(["csv", "json"] as const).map((format) => (
              <a
                key={format}
                className={buttonClass()}
                href={exportAddress(communityId, part, format)}
                download={`${part}.${format}`}
              >
                {`Export ${title.toLowerCase()} as ${format.toUpperCase()}`}
              </a>
            ))}
          </div>
          <ImportPart communityId={communityId} part={part} hint={hint} />
        </section>
      ))}
      <p className={styles.text}>Contacts and photos stay here: they are never part of a file.</p>
    </div>
  );
}

function ImportPart({ communityId, part, hint }: { communityId: string; part: TransferPart; hint: string }) {
  const [order, setOrder] = useState<TransferOrder | null>(null);
  const [leaveOut, setLeaveOut] = useState(false);
  const run = useTransferImport();
  const report = run.data;
  const preview = (file: File | undefined) => {
    run.reset();
    setLeaveOut(false);
    if (file === undefined) return;
    const next = { communityId, part, file, mode: "preview" as const, leaveOut: false };
    setOrder(next);
    run.mutate(next);
  };
  const changes = report === undefined ? 0 : report.added + report.changed;
  const isReady = report?.isImported === false && order !== null && changes > 0;
  return (
    <>
      <Field label={`Import ${part}`} hint={hint}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,.json,text/csv,application/json"
            onChange={(event) => preview(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      <FormMessage message={problemsOf(run.error, []).message} />
      <div role="status">{report === undefined ? null : <p>{sentenceOf(report)}</p>}</div>
      {report === undefined || report.problems.length === 0 ? null : <ProblemList report={report} />}
      {isReady && report.refused > 0 ? (
        <Switch label="Leave the refused rows out" isOn={leaveOut} onChange={setLeaveOut} />
      ) : null}
      {isReady ? (
        <FormActions>
          <Button
            variant="primary"
            isBusy={run.isPending}
            disabled={report.refused > 0 && !leaveOut}
            onClick={() => run.mutate({ ...order, mode: "import", leaveOut })}
          >
            {`Import ${changes.toLocaleString("en")} ${changes === 1 ? part.slice(0, -1) : part}`}
          </Button>
        </FormActions>
      ) : null}
    </>
  );
}

function ProblemList({ report }: { report: TransferReport }) {
  const untold = report.refused - report.problems.length;
  return (
    // A long list that scrolls by itself must be reachable with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label="Refused rows" tabIndex={0}>
      <ul className={styles.problems}>
        {report.problems.map(({ row, name, message }) => (
          <li key={row}>
            <strong>{`Row ${row}${name === null ? "" : `, ${name}`}`}</strong>
            {`: ${message}`}
          </li>
        ))}
        {untold > 0 ? <li>{`... and ${untold} more.`}</li> : null}
      </ul>
    </div>
  );
}

function sentenceOf({ isImported, added, changed, unchanged, refused }: TransferReport): string {
  const counts = `${added} new, ${changed} changed, ${unchanged} as they are, ${refused} refused`;
  if (isImported) return `Imported: ${counts}.`;
  return added + changed === 0 ? `Nothing to import: ${counts}.` : `This file: ${counts}.`;
}
