import { expect, test } from "vitest";
import { availabilityOf } from "./availability.ts";

test("a visitor can talk to the base companion under both its ids, and to no other", () => {
  // A visitor's discoveries do not count: they need an account first.
  const visitor = { isVisitor: true, discovered: ["logis", "ash"] };
  expect(availabilityOf("base-looby", visitor)).toBe("available");
  expect(availabilityOf("looby", visitor)).toBe("available");
  for (const id of ["ash", "logis", "harmoni", "nexus", "nobody", ""])
    expect(availabilityOf(id, visitor), id).toBe("needs-account");
});

test("a user can talk to the base companion and Ash from the start, to others once discovered", () => {
  const newcomer = { isVisitor: false, discovered: [] };
  for (const id of ["base-looby", "looby", "ash"]) expect(availabilityOf(id, newcomer), id).toBe("available");
  for (const id of ["logis", "harmoni", "nexus"])
    expect(availabilityOf(id, newcomer), id).toBe("undiscovered");
  const finder = { isVisitor: false, discovered: ["nexus"] };
  expect(availabilityOf("nexus", finder)).toBe("available");
  expect(availabilityOf("logis", finder)).toBe("undiscovered");
});
