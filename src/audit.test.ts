import { expect, test } from "vitest";
import { readAudit } from "../scripts/audit.ts";

const answer = (vulnerabilities: Record<string, number>) => JSON.stringify({ metadata: { vulnerabilities } });

test.each([
  [answer({ total: 0 }), true, "0 known vulnerabilities, 0 high and 0 critical"],
  [answer({ moderate: 2, total: 2 }), true, "2 known vulnerabilities, 0 high and 0 critical"],
  [answer({ high: 1, total: 3 }), false, "3 known vulnerabilities, 1 high and 0 critical"],
  [answer({ critical: 1, total: 1 }), false, "1 known vulnerabilities, 0 high and 1 critical"],
  ['{"message":"405 Method Not Allowed"}', true, "the registry did not answer (405 Method Not Allowed)"],
  ["", true, "the registry did not answer (no reason)"],
])("fails only on serious known vulnerabilities: %j", (output, isGood, words) => {
  expect(readAudit(output)).toEqual({ isGood, words });
});
