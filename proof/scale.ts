import { spawnSync } from "node:child_process";

// Sizes of the proofs, depending on the lane of the run: scripts/test.ts.

export const LANE_VARIABLE = "TEST_LANE";
const lane = process.env[LANE_VARIABLE] ?? "gate";

/** Number of operations, cuts or rounds in `npm test`, in `npm run test:all` (the same unless given) and in `npm run test:nightly`. */
export function rounds({
  gate,
  all = gate,
  nightly,
}: {
  gate: number;
  all?: number;
  nightly: number;
}): number {
  return lane === "nightly" ? nightly : lane === "all" ? all : gate;
}

/**
 * Seed of random choices. By day it is fixed, so that a failure is the same for all developers. Each night has a new seed, printed at the
 * start; set `PROOF_SEED` to it to reproduce a failure of that night.
 */
export function proofSeed(fixed = 20_261_122): number {
  return Number(process.env["PROOF_SEED"] ?? fixed);
}

/**
 * Which tenth of a set of inputs the gate tries, from 0 to 9, by the hash of the last commit: ten commits try about all of them. Null in the
 * other lanes, which try all. 0 outside of a git checkout.
 */
export function tenthOfCommit(): number | null {
  if (!isGate()) return null;
  const { stdout } = spawnSync("git", ["rev-parse", "--short=8", "HEAD"], { encoding: "utf8" });
  return Number.parseInt(stdout || "0", 16) % 10;
}

/** Whether this is `npm test`, for comparisons that show only that a proof would notice a fault. */
export function isGate(): boolean {
  return lane === "gate";
}

/** Whether this is a nightly run, for steps that take too long by day, such as a rival's figures. */
export function isNight(): boolean {
  return lane === "nightly";
}
