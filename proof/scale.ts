// How far a proof goes: the same case every time in the gate, more of them and new ones at night.

const isNightly = process.env["PROOF_SCALE"] === "nightly";

/** How many operations, cuts or rounds. */
export function rounds(counts: { gate: number; nightly: number }): number {
  return isNightly ? counts.nightly : counts.gate;
}

/**
 * Where random choices begin: fixed in the gate, so that what fails does so for everybody; another one each night, printed at
 * its start and given back by `PROOF_SEED` to see a night's find again.
 */
export function proofSeed(fixed = 20_261_122): number {
  return Number(process.env["PROOF_SEED"] ?? fixed);
}

/** What only a night has time for, such as a rival's figures. */
export function isNight(): boolean {
  return isNightly;
}
