import { defineConfig } from "vitest/config";
import { isNight } from "./proof/scale.ts";
import { longestFirst } from "./scripts/longest-first.ts";
import { patient } from "./scripts/patience.ts";
import { longestProofs } from "./scripts/test-lists.ts";

const all = {
  setupFiles: "src/server/testing/fix-seed.ts",
  pool: "forks" as const,
  // Only stops a hang: no proof depends on speed but those of load, which run alone.
  testTimeout: isNight() ? 8 * 3_600_000 : patient(1_800_000),
  hookTimeout: patient(300_000),
};

/** `proof/*.proof.ts`, two at a time; then `proof/*.load.proof.ts`, which measure speed, one at a time. */
export default defineConfig({
  test: {
    sequence: { sequencer: longestFirst(longestProofs) },
    projects: [
      {
        test: {
          ...all,
          name: "proof",
          include: ["proof/*.proof.ts"],
          exclude: ["proof/*.load.proof.ts"],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...all,
          name: "load",
          include: ["proof/*.load.proof.ts"],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
