import { expect, test } from "vitest";
import { listenForSetView, viewAddress } from "./set-view.ts";

test("returns an address for every view of the specification", () => {
  const address = (view: string) => viewAddress({ view, id: "c-1" });
  expect(["Chat", "Map", "Library", "Profile", "NFCReader", "AddEntry", "MemoryBank"].map(address)).toEqual([
    "/",
    "/explore",
    "/library",
    "/me",
    "/nfc",
    "/add",
    "/memories",
  ]);
  expect(address("LoobricateProfile")).toBe("/community/c-1");
  expect(address("EditEntry")).toBe("/entries/c-1/edit");
  expect(viewAddress({ view: "AddEntry", type: "gear" })).toBe("/add?type=gear");
});

test("requires an id where the view has one and escapes it in the path", () => {
  expect(viewAddress({ view: "LoobricateProfile" })).toBeNull();
  expect(viewAddress({ view: "EditEntry", id: "" })).toBeNull();
  expect(viewAddress({ view: "LoobricateProfile", id: "../x?y#z" })).toBe("/community/..%2Fx%3Fy%23z");
});

test("ignores malformed details and unknown views", () => {
  for (const detail of [
    null,
    undefined,
    "Map",
    3,
    {},
    { view: "Admin" },
    { view: "toString" },
    { view: ["Map"] },
  ]) {
    expect(viewAddress(detail)).toBeNull();
  }
});

test("switches the view on the event until the listener is removed", () => {
  const page = new EventTarget();
  const visited: string[] = [];
  const stop = listenForSetView(page, (address) => visited.push(address));

  page.dispatchEvent(new CustomEvent("setView", { detail: { view: "Map" } }));
  page.dispatchEvent(new CustomEvent("setView", { detail: { view: "Nowhere" } }));
  page.dispatchEvent(new Event("setView"));
  stop();
  page.dispatchEvent(new CustomEvent("setView", { detail: { view: "Chat" } }));

  expect(visited).toEqual(["/explore"]);
});
