import { spawnSync } from "node:child_process";

interface Answer {
  message?: string;
  metadata?: { vulnerabilities: Record<string, number> };
}

/**
 * Reads the output of `npm audit --json`. High and critical vulnerabilities fail; `npm audit` names them. A registry that does not answer
 * such questions, as a mirror may not, is reported and fails nothing.
 */
export function readAudit(output: string): { isGood: boolean; words: string } {
  const { message, metadata } = JSON.parse(output || "{}") as Answer; // npm's own report
  if (metadata === undefined)
    return { isGood: true, words: `the registry did not answer (${message ?? "no reason"})` };
  const { high = 0, critical = 0, total = 0 } = metadata.vulnerabilities;
  return {
    isGood: high + critical === 0,
    words: `${total} known vulnerabilities, ${high} high and ${critical} critical`,
  };
}

if (import.meta.main) {
  const options = { encoding: "utf8", timeout: 120_000, maxBuffer: 64 * 1024 * 1024 } as const;
  const { isGood, words } = readAudit(spawnSync("npm", ["audit", "--json"], options).stdout ?? "");
  console.log(`- npm audit: ${words}`);
  process.exit(isGood ? 0 : 1);
}
