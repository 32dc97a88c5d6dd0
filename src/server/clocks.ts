import { uptime } from "node:os";

/** The two clocks of a machine, in ms. Tests pass their own. */
export interface Clocks {
  /** The time of day. It jumps when it is set. */
  wall(): number;
  /** Time since the machine was started, including sleep. It never jumps. */
  up(): number;
}

export const systemClocks: Clocks = {
  wall: () => Date.now(),
  // Unlike performance.now(), which stands still on Linux while a laptop sleeps.
  up: () => uptime() * 1000,
};
