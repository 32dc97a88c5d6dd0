import { createHash } from "node:crypto";

// Limits of tests are there against a hang, so they grow with what keeps this machine slow: a test is red because something is wrong,
// never because somebody else uses the processor.

/** Said to child processes, so that the whole run has one. */
const VARIABLE = "TEST_PATIENCE";
/** Milliseconds of the work below on one core of a machine of 2024 that does nothing else. */
const USUAL_MS = 250;
const MOST = 10;

/** How many times longer than usual a test may take here, from 1 to 10; measured once in a run. */
export const patience = Number(process.env[VARIABLE]) || measure();
process.env[VARIABLE] = String(patience);

/** @param milliseconds what is plenty on a machine that does nothing else */
export function patient(milliseconds: number): number {
  return Math.round(milliseconds * patience);
}

function measure(): number {
  const started = performance.now();
  const block = Buffer.alloc(1 << 20);
  const hash = createHash("sha256");
  for (let index = 0; index < 192; index += 1) hash.update(block);
  hash.digest();
  const counts = new Map<string, number>();
  for (let index = 0; index < 1_500_000; index += 1) {
    const key = `k${index % 5000}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const factor = (performance.now() - started) / USUAL_MS;
  return Math.round(Math.min(MOST, Math.max(1, factor)) * 10) / 10;
}
