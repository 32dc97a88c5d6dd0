import { createHash } from "node:crypto";

// Timeouts in tests only guard against hangs, so they grow on a slow or busy machine: a test fails because something is wrong, never
// because another process uses the CPU.

/** Passed to child processes, which then need not measure the speed again. */
const VARIABLE = "TEST_PATIENCE";
/** Duration of the work below, in milliseconds, on one core of an otherwise idle machine of 2024. */
const USUAL_MS = 250;
const MOST = 10;

/** Playwright's workers start minutes after the run began, so each of them measures for itself. */
const inherited = process.env["TEST_WORKER_INDEX"] === undefined ? Number(process.env[VARIABLE]) : 0;

/** Factor by which a test may take longer here than usual, from 1 to 10. */
export let patience = inherited || measure();
process.env[VARIABLE] = String(patience);

/** Measures the machine's speed again. */
export function measurePatience(): void {
  patience = measure();
  process.env[VARIABLE] = String(patience);
}

/** @param milliseconds a generous limit on an idle machine */
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
