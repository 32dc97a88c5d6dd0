import { expect, test } from "vitest";
import { parseDialogSearch } from "./dialogs.ts";

test("every dialog is read from the address", () => {
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

test("a dialog that needs nothing more is read as it is", () => {
  for (const dialog of ["outbox", "threads", "keys"])
    expect(parseDialogSearch({ dialog, id: "x" })).toEqual({ dialog });
});

test("bad values fall back instead of breaking the page", () => {
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
