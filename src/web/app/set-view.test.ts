import { expect, test } from "vitest";
import { listenForSetView, viewAddress } from "./set-view.ts";

test("every view of the specification has an address", () => {
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

test("a view that needs an id is ignored without one, and an id cannot escape its path segment", () => {
  expect(viewAddress({ view: "LoobricateProfile" })).toBeNull();
  expect(viewAddress({ view: "EditEntry", id: "" })).toBeNull();
  expect(viewAddress({ view: "LoobricateProfile", id: "../x?y#z" })).toBe("/community/..%2Fx%3Fy%23z");
});

test("anything else is ignored", () => {
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

test("the event switches the view until the listener is gone", () => {
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
