import { screen } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { addNeed, type Need } from "#shared/features/needs/contract.ts";
import { readFormDraft } from "#web/offline/drafts/form-drafts.ts";
import { listOperations } from "#web/offline/outbox/outbox.ts";
import { startSending } from "#web/offline/outbox/when-to-send.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { NeedForm } from "./need-form.tsx";

// A page that is left offers the next one the draft of its form.

const pump: Need = {
  id: "need-pump",
  text: "I'm looking for a pump for Sunday",
  place: null,
  state: "open",
  isShared: true,
  isLookedUp: false,
  matches: [],
  answers: [],
  createdAt: "2026-08-30T06:00:00.000Z",
};
let server: FakeServer;

beforeAll(startSending);

beforeEach(async () => {
  await freshDevice();
  server = new FakeServer();
});

test("restores no draft of words that are stored to be sent", async () => {
  const { promise, resolve } = Promise.withResolvers<Need>();
  server.onLater(addNeed, promise);
  await post();
  await vi.waitFor(async () => expect(await draft()).toBeUndefined());
  expect(await listOperations()).toHaveLength(1);
  const field = screen.getByRole("textbox", { name: "What do you need?" });
  expect(field).toHaveProperty("readOnly", true); // what is typed now would be neither sent nor a draft
  resolve(pump);
  await vi.waitFor(async () => expect(await listOperations()).toEqual([]));
});

test("restores the words of a refused form", async () => {
  server.on(addNeed, () => new Refusal("forbidden", "Not today."));
  await post();
  await screen.findByText("Not today.");
  await vi.waitFor(async () => expect(await draft()).toBe("A pump for Sunday"));
});

async function post(): Promise<void> {
  const { user } = await openScreen(<NeedForm onDone={() => undefined} />);
  await user.type(screen.getByRole("textbox", { name: "What do you need?" }), "A pump for Sunday");
  await vi.waitFor(async () => expect(await draft()).toBe("A pump for Sunday"));
  await user.click(screen.getByRole("button", { name: "Post it" }));
}

async function draft(): Promise<string | undefined> {
  return (await readFormDraft("need"))?.words["content"];
}
