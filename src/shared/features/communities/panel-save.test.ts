import { expect, test } from "vitest";
import { passwordLeftMessage, splitPanelSave } from "./panel-save.ts";

test("lets every change be queued when there is no new password, including the username", () => {
  expect(splitPanelSave({ version: 4, city: "Dust City", adminUsername: "lantern" })).toEqual({
    details: { version: 4, city: "Dust City", adminUsername: "lantern" },
    login: null,
  });
});

test("separates a new password and its username from the changes that may be queued", () => {
  const { details, login } = splitPanelSave({
    adminPassword: " eight lanterns ",
    version: 4,
    adminUsername: "lantern",
    tags: "light",
  });
  expect(details).toEqual({ version: 4, tags: "light" });
  expect(login).toEqual({ version: 4, adminUsername: "lantern", adminPassword: " eight lanterns " });
  const alone = { version: 4, adminUsername: "lantern", adminPassword: "eight lanterns" };
  expect(splitPanelSave(alone)).toEqual({ details: null, login: alone });
});

test.each([
  ["blank", ""],
  ["missing", undefined],
  ["no text", null],
  ["a number", 12345678],
])("drops a password that is %s", (_, adminPassword) => {
  expect(splitPanelSave({ version: 4, adminPassword })).toEqual({ details: null, login: null });
  expect(splitPanelSave({ version: 4, name: "Den", adminPassword })).toEqual({
    details: { version: 4, name: "Den" },
    login: null,
  });
});

test("reports in the message what happened to the other changes", () => {
  expect(passwordLeftMessage("none")).toMatch(/^Changing a password needs a signal/);
  expect(passwordLeftMessage("saved")).toMatch(/is saved\. Changing a password needs a signal/);
  expect(passwordLeftMessage("waiting")).toMatch(/saved on this device .* needs a signal/);
});
