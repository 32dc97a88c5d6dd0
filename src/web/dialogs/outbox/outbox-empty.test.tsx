import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";
import { type OutboxView, outboxView } from "#web/offline/outbox/outbox-view.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { OutboxDialog } from "./outbox-dialog.tsx";

// The message for an empty list depends on whether the outbox is loaded.

const frame = { isOpen: true, onClose: () => undefined, onClosed: () => undefined };
const nothing: OutboxView = outboxView.get();
const known: OutboxView = { ...nothing, isKnown: true };
const onItsWay: QueuedOperation = {
  seq: 1,
  id: "sending",
  userId: "user-ada",
  endpointId: "explore.mark-camp",
  entity: "camp:lantern",
  dependsOn: [],
  label: "Camp Lantern",
  createdAt: 0,
  state: "queued",
  tries: 0,
  notBefore: 1,
  problem: null,
  body: {},
};

test("does not claim that everything is sent before the outbox is loaded", async () => {
  outboxView.set(nothing);
  await openScreen(<OutboxDialog {...frame} />);
  await screen.findByText("Looby is still checking what this browser has.");
  expect(screen.queryByText("Nothing is waiting")).toBeNull();
});

test("reports that everything is on the server once the outbox is loaded", async () => {
  outboxView.set(known);
  await openScreen(<OutboxDialog {...frame} />);
  expect(await screen.findByText("Everything you made is on the server.")).toBeDefined();
});

test("shows that a write is being sent", async () => {
  outboxView.set({ ...known, operations: [onItsWay] });
  await openScreen(<OutboxDialog {...frame} />);
  await screen.findByText("On its way");
  expect(screen.queryByText("Nothing is waiting")).toBeNull();
});

test("counts the recordings that still have to be transcribed", async () => {
  outboxView.set({ ...known, recordings: 2 });
  await openScreen(<OutboxDialog {...frame} />);
  expect(await screen.findByText("2 recordings are still waiting to be transcribed.")).toBeDefined();
});
