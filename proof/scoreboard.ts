import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// Results of the proofs in one place: each has a figure and the gate it must pass. docs/reliability.md explains them.

/** Null: the figure is only reported, such as a rival's result or a proof's cost. */
export type Gate = { exactly: number } | { atLeast: number } | { atMost: number } | null;

export interface Figure {
  /** Name of the count or measurement, such as "acknowledged writes lost". The latest figure of a name counts. */
  name: string;
  figure: number;
  /** Unit shown after the number: "ms", "of 150". */
  unit?: string;
  gate: Gate;
  /** Duration of the proof. If one run has several figures, the first carries it and the others have 0. */
  seconds: number;
}

const reports = join(import.meta.dirname, "../.cache/reports");
const lines = join(reports, "figures.jsonl");
const board = join(reports, "figures.json");

/**
 * Adds a figure to the scoreboard.
 * @throws Error when its gate is missed
 */
export function record(figure: Figure): void {
  mkdirSync(reports, { recursive: true });
  // Appends a whole line at once: proofs run in several processes.
  appendFileSync(lines, `${JSON.stringify(figure)}\n`);
  if (!isMet(figure)) throw new Error(`${figure.name}: ${figureOf(figure)}, gate ${gateOf(figure)}`);
}

/** @returns a function that returns the seconds since this call */
export function stopwatch(): () => number {
  const started = performance.now();
  return () => Math.round((performance.now() - started) / 100) / 10;
}

/** Empties the scoreboard before a run. */
export function clearScoreboard(): void {
  rmSync(lines, { force: true });
  rmSync(board, { force: true });
}

/** Writes `.cache/reports/figures.json` from the recorded figures. @returns the figures as a table; empty when there are none */
export function closeScoreboard(): string {
  const figures = readFigures();
  if (figures.length === 0) return "";
  writeFileSync(board, `${JSON.stringify(figures.map(withOutcome), null, 2)}\n`);
  return table([
    ["figure", "", "gate", "seconds", ""],
    ...figures.map((each) => [
      each.name,
      figureOf(each),
      gateOf(each),
      each.seconds === 0 ? "" : each.seconds.toFixed(1),
      isMet(each) ? "" : "MISSED",
    ]),
  ]);
}

function readFigures(): Figure[] {
  if (!existsSync(lines)) return [];
  const all = readFileSync(lines, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Figure);
  return [...new Map(all.map((figure) => [figure.name, figure])).values()];
}

function withOutcome(figure: Figure): Figure & { isMet: boolean } {
  return { ...figure, isMet: isMet(figure) };
}

function isMet({ figure, gate }: Figure): boolean {
  if (gate === null) return true;
  if ("exactly" in gate) return figure === gate.exactly;
  // A missing figure never passes.
  return "atLeast" in gate ? figure >= gate.atLeast : figure <= gate.atMost;
}

function figureOf({ figure, unit }: Figure): string {
  const rounded = Number.isInteger(figure) ? String(figure) : figure.toPrecision(3);
  return unit === undefined ? rounded : `${rounded} ${unit}`;
}

function gateOf({ gate }: Figure): string {
  if (gate === null) return "-";
  if ("exactly" in gate) return String(gate.exactly);
  return "atLeast" in gate ? `>= ${gate.atLeast}` : `<= ${gate.atMost}`;
}

function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "))
    .map((line) => `  ${line.trimEnd()}`)
    .join("\n");
}
