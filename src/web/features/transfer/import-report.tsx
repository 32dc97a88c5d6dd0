import type { TransferPart, TransferReport } from "#shared/features/transfer/contract.ts";
import styles from "./transfer.module.css";

const words = { added: "New", changed: "Changed", unchanged: "As it is", refused: "Refused" } as const;

/** The first rows of a file as they will be stored. */
export function PreviewTable({ report, part }: { report: TransferReport; part: TransferPart }) {
  const { columns, first, rows } = report;
  return (
    // A scrolling table must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label={`Preview of ${part}`} tabIndex={0}>
      <table className={styles.table}>
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
export function ProblemList({ report }: { report: TransferReport }) {
  const untold = report.refused - report.problems.length;
  return (
    // A scrolling list must be reachable by keyboard.
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
