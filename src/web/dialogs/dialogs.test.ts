import { expect, test } from "vitest";
import { parseDialogSearch } from "./dialogs.ts";

test("reads every dialog from the address", () => {
  expect(parseDialogSearch({ dialog: "settings", "settings-tab": "communities" })).toEqual({
    dialog: "settings",
    "settings-tab": "communities",
  });
  expect(parseDialogSearch({ dialog: "account", mode: "sign-up" })).toEqual({
    dialog: "account",
    mode: "sign-up",
  });
  expect(parseDialogSearch({ dialog: "resource", id: "0199-ab_C" })).toEqual({
    dialog: "resource",
    id: "0199-ab_C",
  });
  expect(parseDialogSearch({ dialog: "resource", id: 12 })).toEqual({ dialog: "resource", id: "12" });
  expect(parseDialogSearch({ dialog: "edit-entry", id: "0199-ab_C" })).toEqual({
    dialog: "edit-entry",
    id: "0199-ab_C",
  });
  expect(parseDialogSearch({ dialog: "add-resource" })).toEqual({ dialog: "add-resource" });
  expect(parseDialogSearch({ dialog: "add-resource", id: "0199-ab_C" })).toEqual({
    dialog: "add-resource",
    id: "0199-ab_C",
  });
  expect(parseDialogSearch({ dialog: "companions", id: "ash" })).toEqual({ dialog: "companions" });
  expect(parseDialogSearch({ dialog: "outbox", id: "0199" })).toEqual({ dialog: "outbox" });
});

test("reads the days of a loan request and omits invalid ones", () => {
  const read = (days: object) => parseDialogSearch({ dialog: "borrow", id: "r1", ...days });
  const loan = { dialog: "borrow", id: "r1" };
  const days = { first: "2026-09-04", last: "2026-09-06" };
  expect(read(days)).toEqual({ ...loan, ...days });
  expect(read({ first: "2026-09-04" })).toEqual({ ...loan, first: "2026-09-04" });
  expect(read({ first: "2026-09-06", last: "2026-09-04" })).toEqual({ ...loan, first: "2026-09-06" });
  for (const first of ["2026-02-30", "friday", 20_260_904, ["2026-09-04"], "2026-09-04'--", null])
    expect(read({ first, last: "2026-09-06" })).toEqual(loan);
});

test("reads a dialog without parameters from its name alone", () => {
  for (const dialog of ["outbox", "threads", "keys"])
    expect(parseDialogSearch({ dialog, id: "x" })).toEqual({ dialog });
});

test("replaces invalid values with defaults and ignores invalid dialogs", () => {
  expect(parseDialogSearch({ dialog: "settings", "settings-tab": "toString" })).toEqual({
    dialog: "settings",
    "settings-tab": "general",
  });
  expect(parseDialogSearch({ dialog: "add-resource", id: "../.." })).toEqual({ dialog: "add-resource" });
  expect(parseDialogSearch({ dialog: "account", mode: ["sign-up"] })).toEqual({
    dialog: "account",
    mode: "sign-in",
  });
  for (const search of [
    {},
    { dialog: "admin" },
    { dialog: 7 },
    { dialog: ["settings"] },
    { dialog: "resource" },
    { dialog: "resource", id: "../../etc/passwd" },
    { dialog: "resource", id: "x".repeat(129) },
    { dialog: "resource", id: { $ne: null } },
  ]) {
    expect(parseDialogSearch(search)).toEqual({});
  }
});

test("reads the guest's intent in the account dialog with its id and days", () => {
  const read = (intent: object) => parseDialogSearch({ dialog: "account", mode: "sign-up", ...intent });
  const plain = { dialog: "account", mode: "sign-up" };
  const days = { first: "2026-08-30", last: "2026-09-01" };
  expect(read({ to: "borrow", id: "r1", ...days })).toEqual({ ...plain, to: "borrow", id: "r1", ...days });
  expect(read({ to: "answer", id: "n1", ...days })).toEqual({ ...plain, to: "answer", id: "n1" });
  expect(read({ to: "borrow" })).toEqual(plain);
  expect(read({ to: "elsewhere", id: "r1" })).toEqual(plain);
});
