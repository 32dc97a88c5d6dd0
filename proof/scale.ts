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

/** Whether this is a nightly run, for steps that take too long by day, such as a rival's figures. */
export function isNight(): boolean {
  return lane === "nightly";
}
