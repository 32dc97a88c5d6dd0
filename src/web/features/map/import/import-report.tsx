import type { ImportReport } from "#shared/features/map/import-contract.ts";
import tables from "#web/ui/table.module.css";
import styles from "./import.module.css";

/** The result or preview of an import: the counts, then every row with a problem. */
export function ImportReportView({ report }: { report: ImportReport }) {
  const { placed, problems } = report;
  const unlisted = report.problemCount - problems.length;
  return (
    <div className={styles.report}>
      <dl className={styles.counts}>
        <Count label="New" value={report.added} />
        <Count label="Changed" value={report.changed} />
        <Count label="Unchanged" value={report.unchanged} />
        <Count label="Removed" value={report.removed} />
        <Count label="Refused" value={report.refused} />
      </dl>
      <p className={styles.text}>
        {`${count(placed.plot)} camps are on the plot their address describes, ${count(placed.given)} at a point of the file, ${count(placed.address)} near their crossing and ${count(placed.none)} nowhere on the map.`}
        {report.city === "spec" ? " This year has no map of its own, so it uses the built-in city." : null}
      </p>
      {report.leftMarked.length === 0 ? null : (
        <p className={styles.text}>
          People marked camps that are not in this file: <bdi>{report.leftMarked.join(", ")}</bdi>. Their
          notes stay with them, under “No longer on the map”.
        </p>
      )}
      {problems.length === 0 ? null : (
        // A scrolling list must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={tables.scroll} role="region" aria-label="Rows with remarks" tabIndex={0}>
          <table className={`${tables.table} ${styles.table}`}>
            <thead>
              <tr>
                <th scope="col">Row</th>
                <th scope="col">Name</th>
                <th scope="col">What</th>
              </tr>
            </thead>
            <tbody>
              {problems.map(({ row, name, field, message, isRefused }) => (
                <tr key={`${row} ${field} ${message}`} data-refused={isRefused || undefined}>
                  <td>{row}</td>
                  <td>{name ?? "-"}</td>
                  <td>
                    <strong>{isRefused ? "Refused" : "Cleaned"}</strong>
                    {`: ${field} ${message}`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {unlisted > 0 ? <p className={styles.text}>{`... and ${count(unlisted)} more remarks.`}</p> : null}
    </div>
  );
}

function Count({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{count(value)}</dd>
    </div>
  );
}

function count(value: number): string {
  return value.toLocaleString("en");
}
