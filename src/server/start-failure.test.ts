import { expect, test } from "vitest";
import { DatabaseAway, insufficientStorage, queryTimeout } from "#server/db/database-error.ts";
import { OperatorError } from "#server/operator-error.ts";
import { reasonForOperator } from "#server/start-failure.ts";

test("a start that fails for a reason says it in one line; a fault of ours keeps its stack", () => {
  expect(reasonForOperator(new OperatorError("invalid-config", "PORT: takes a number."))).toBe(
    "PORT: takes a number.",
  );
  for (const error of [queryTimeout(), insufficientStorage(), new DatabaseAway(new Error("refused"))])
    expect(reasonForOperator(error)).toMatch(/^[A-Z][^\n]+[.]$/);
  expect(reasonForOperator(new DatabaseAway(new Error("refused")))).toContain("refused");
  expect(reasonForOperator(new TypeError("x is undefined"))).toBeNull();
});
