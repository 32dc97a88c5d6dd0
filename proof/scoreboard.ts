import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// What the proofs found, in one place: each says a figure and the gate it must pass. docs/reliability.md tells what they mean.

/** Without one, the figure is only told: what a rival does, or what a proof cost. */
export type Gate = { exactly: number } | { atLeast: number } | { atMost: number } | null;

export interface Figure {
  /** What was counted or measured: "acknowledged writes lost". The newest figure of a name counts. */
  name: string;
  figure: number;
  /** What stands behind the number: "ms", "of 150". */
  unit?: string;
  gate: Gate;
  /** What finding it took. Where one run finds several figures, the first carries it and the others 0. */
  seconds: number;
}

const reports = join(import.meta.dirname, "../.cache/reports");
const lines = join(reports, "figures.jsonl");
const board = join(reports, "figures.json");

/**
 * Puts a figure on the scoreboard.
 * @throws Error when its gate is missed
 */
export function record(figure: Figure): void {
  mkdirSync(reports, { recursive: true });
  // A line at once: proofs run in several processes.
  appendFileSync(lines, `${JSON.stringify(figure)}\n`);
  if (!isMet(figure)) throw new Error(`${figure.name}: ${figureOf(figure)}, gate ${gateOf(figure)}`);
}

/** @returns how many seconds have passed since the call */
export function stopwatch(): () => number {
  const started = performance.now();
  return () => Math.round((performance.now() - started) / 100) / 10;
}

/** Empties the scoreboard before a run. */
export function clearScoreboard(): void {
  rmSync(lines, { force: true });
  rmSync(board, { force: true });
}

/** Writes `.cache/reports/figures.json` from what was recorded. @returns the figures as a table; empty without any */
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
  // Nothing that was not measured passes.
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
