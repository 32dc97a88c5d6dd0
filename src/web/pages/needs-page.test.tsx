import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import {
  addNeed,
  answerNeed,
  changeNeed,
  deleteNeed,
  listMyNeeds,
  listNeeds,
  type Need,
  type SharedNeed,
} from "#shared/features/needs/contract.ts";
import { listOperations } from "#web/offline/outbox/outbox.ts";
import { startSending } from "#web/offline/outbox/when-to-send.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { pendingToasts, takeToasts } from "#web/ui/overlay/toast.ts";
import { NeedsPage } from "./needs-page.tsx";

const createdAt = "2026-08-30T06:00:00.000Z";
const generator: Need = {
  id: "need-generator",
  text: "I'm looking for a generator",
  place: null,
  state: "open",
  isShared: true,
  isLookedUp: true,
  matches: [],
  answers: [],
  createdAt,
};
const tyre: SharedNeed = {
  id: "need-tyre",
  text: "I'm looking for a tyre pump",
  place: "7:30 & C",
  isMine: false,
  createdAt,
};
let server: FakeServer;

beforeAll(startSending);

beforeEach(async () => {
  takeToasts();
  await freshDevice();
  server = new FakeServer();
  server.on(listMyNeeds, () => ({ needs: [] }));
  server.on(listNeeds, () => ({ needs: [] }));
});

test("shows an empty state while no member needs anything", async () => {
  await openNeeds();
  await screen.findByText("Nothing right now.");
  expect(screen.queryByRole("heading", { name: "Your requests" })).toBeNull();
});

test("shows the needs of other users with rough places, but not the user's own", async () => {
  server.on(listNeeds, () => ({ needs: [tyre, { ...tyre, id: "mine", text: "my lamp", isMine: true }] }));
  await openNeeds();
  const others = within(await screen.findByRole("list", { name: "What others need" }));
  await others.findByText("I'm looking for a tyre pump");
  others.getByText(/About 7:30 & C/);
  expect(others.queryByText("my lamp")).toBeNull();
});

test("shows why the needs did not load and fetches them again on Try Again", async () => {
  server.on(listNeeds, () => new Refusal("internal", "Something broke on our side."));
  const { user } = await openNeeds();
  await screen.findByRole("heading", { name: "This did not load" });
  screen.getByText("Something broke on our side.");
  server.on(listNeeds, () => ({ needs: [tyre] }));
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("I'm looking for a tyre pump")).toBeDefined();
});

test("suggests matching things from the library", async () => {
  const matches = [{ resourceId: "gear-1", title: "Generator, 5 kW", place: "7:30 & C" }];
  server.on(listMyNeeds, () => ({ needs: [{ ...generator, matches }] }));
  const { user, address } = await openNeeds();
  const list = within(await screen.findByRole("list", { name: "Maybe one of these" }));
  // The street's name is loaded after the letter is shown.
  await user.click(await list.findByRole("button", { name: "Generator, 5 kW, 7:30 & Captivate" }));
  await waitFor(() => expect(address()).toBe("/needs?dialog=resource&id=gear-1"));
});

test("posts a need, then confirms it and empties the form", async () => {
  server.on(addNeed, () => {
    server.on(listMyNeeds, () => ({ needs: [generator] }));
    return generator;
  });
  const { user, words } = await openNeeds();
  await user.type(words, "a generator for our stage");
  await user.type(screen.getByLabelText("About where are you?"), "7:30 & C");
  await user.click(screen.getByRole("button", { name: "Post it" }));
  await screen.findByText("I'm looking for a generator");
  expect(server.asked(addNeed)).toMatchObject([
    { body: { content: "a generator for our stage", place: "7:30 & C", isShared: true } },
  ]);
  expect(words).toHaveProperty("value", "");
  expect(pendingToasts.get()).toMatchObject([{ text: "Posted. Looby is checking the library." }]);
});

test("rejects a need of a single word", async () => {
  const { user, words } = await openNeeds();
  await user.type(words, "x");
  await user.click(screen.getByRole("button", { name: "Post it" }));
  await screen.findByText("Please say a little more about what you need.");
  expect(words).toHaveProperty("value", "x");
  expect(await listOperations()).toEqual([]);
});

test("leaves the text of a rejected need in the form", async () => {
  server.on(addNeed, () => new Refusal("quota-reached", "You look for many things already."));
  const { user, words } = await openNeeds();
  await user.type(words, "a generator for our stage");
  await user.click(screen.getByRole("button", { name: "Post it" }));
  await screen.findByText("You look for many things already.");
  expect(words).toHaveProperty("value", "a generator for our stage");
});

test("closes a need that the user has found", async () => {
  const found: Need = { ...generator, state: "closed" };
  server.on(listMyNeeds, () => ({ needs: [generator] }));
  server.on(changeNeed, () => {
    server.on(listMyNeeds, () => ({ needs: [found] }));
    return found;
  });
  const { user } = await openNeeds();
  await user.click(await screen.findByRole("button", { name: "Found it" }));
  await screen.findByText("Closed");
  await screen.findByRole("button", { name: "Look again" });
  // The page shows the queued change before the server has received it.
  await waitFor(() =>
    expect(server.asked(changeNeed)).toMatchObject([
      { params: { needId: "need-generator" }, body: { state: "closed" } },
    ]),
  );
});

test("withdraws a need from other users when the user turns Ask around off", async () => {
  const hidden: Need = { ...generator, isShared: false };
  server.on(listMyNeeds, () => ({ needs: [generator] }));
  server.on(changeNeed, () => {
    server.on(listMyNeeds, () => ({ needs: [hidden] }));
    return hidden;
  });
  const { user } = await openNeeds();
  const mine = within(await screen.findByRole("list", { name: "Your requests" }));
  await user.click(mine.getByRole("switch", { name: "Ask around", checked: true }));
  await mine.findByRole("switch", { name: "Ask around", checked: false });
  await waitFor(() =>
    expect(server.asked(changeNeed)).toMatchObject([
      { params: { needId: "need-generator" }, body: { isShared: false } },
    ]),
  );
  expect(server.asked(changeNeed)[0]?.body).not.toHaveProperty("state");
});

test("deletes a need once the user confirms it", async () => {
  server.on(listMyNeeds, () => ({ needs: [generator] }));
  server.on(deleteNeed, () => {
    server.on(listMyNeeds, () => ({ needs: [] }));
    return { deleted: true };
  });
  const { user } = await openNeeds();
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Forget this?" }));
  expect(await listOperations()).toEqual([]);
  await user.click(question.getByRole("button", { name: "Forget" }));
  await waitFor(() => expect(screen.queryByRole("list", { name: "Your requests" })).toBeNull());
  expect(server.asked(deleteNeed)).toMatchObject([{ params: { needId: "need-generator" } }]);
});

test("sends an answer with a message and names the users who see it", async () => {
  server.on(listNeeds, () => ({ needs: [tyre] }));
  server.on(answerNeed, () => ({ sent: true }));
  const { user } = await openNeeds();
  await user.click(await screen.findByRole("button", { name: "I can help", busy: false }));
  const answer = within(screen.getByRole("list", { name: "What others need" }));
  await user.type(await answer.findByRole("textbox"), "I have one at Tinker Row.");
  await user.click(answer.getByRole("button", { name: "Send" }));
  await screen.findByText("They’ll see it, with your name.");
  expect(server.asked(answerNeed)).toMatchObject([{ body: { message: "I have one at Tinker Row." } }]);
});

test("shows a queued need among the user's own while offline", async () => {
  const { user, words } = await openNeeds();
  await screen.findByText("Nothing right now.");
  server.isReachable = false;
  await user.type(words, "a generator for our stage");
  await user.click(screen.getByRole("button", { name: "Post it" }));
  const mine = within(await screen.findByRole("list", { name: "Your requests" }));
  mine.getByText("a generator for our stage");
  expect(mine.getByText("Waiting to be sent.")).toBeDefined();
});

async function openNeeds() {
  const page = await openScreen(<NeedsPage />, "/needs");
  return { ...page, words: screen.getByLabelText("What do you need?") };
}
