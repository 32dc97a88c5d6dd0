import { expect, test } from "vitest";
import { availabilityOf } from "./availability.ts";

test("lets a visitor talk only to the base companion, under both its ids", () => {
  // A visitor's discoveries do not count: discovering requires an account.
  const visitor = { isVisitor: true, discovered: ["logis", "ash"] };
  expect(availabilityOf("base-looby", visitor)).toBe("available");
  expect(availabilityOf("looby", visitor)).toBe("available");
  for (const id of ["ash", "logis", "harmoni", "nexus", "nobody", ""])
    expect(availabilityOf(id, visitor), id).toBe("needs-account");
});

test("lets a user talk to the base companion, Ash and any discovered companion", () => {
  const newcomer = { isVisitor: false, discovered: [] };
  for (const id of ["base-looby", "looby", "ash"]) expect(availabilityOf(id, newcomer), id).toBe("available");
  for (const id of ["logis", "harmoni", "nexus"])
    expect(availabilityOf(id, newcomer), id).toBe("undiscovered");
  const finder = { isVisitor: false, discovered: ["nexus"] };
  expect(availabilityOf("nexus", finder)).toBe("available");
  expect(availabilityOf("logis", finder)).toBe("undiscovered");
});
