import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addNeed, type Need } from "#shared/features/needs/contract.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { listOperations } from "#web/offline/outbox/outbox.ts";
import { drain } from "#web/offline/outbox/sender.ts";
import { FakeServer } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { DialogHost, parseDialogSearch } from "./dialogs.tsx";
import { takeToasts } from "#web/ui/overlay/toast.ts";
import { useOpenDialog } from "./dialog-navigation.ts";

const need: Need = {
  id: "need-1",
  text: "naloxone for my tentmate, quickly",
  place: null,
  state: "open",
  isShared: true,
  isLookedUp: false,
  matches: [],
  answers: [],
  createdAt: "2026-08-30T06:00:00.000Z",
};

beforeEach(() => freshDevice());
afterEach(() => vi.restoreAllMocks());

function Openers() {
  const open = useOpenDialog();
  return (
    <>
      <button type="button" onClick={() => open({ dialog: "help", kind: "overdose" })}>
        Get help
      </button>
      <button type="button" onClick={() => open({ dialog: "need" })}>
        Need something
      </button>
    </>
  );
}

/** Posts a need. The server answers when the test calls `answer`. */
async function postNeed() {
  const { promise, resolve } = Promise.withResolvers<ResponseOf<typeof addNeed>>();
  new FakeServer().onLater(addNeed, promise);
  const { user, address } = await openScreen(
    <>
      <DialogHost />
      <Openers />
    </>,
  );
  const openForm = async () =>
    await user.click(screen.getByRole("button", { name: "Need something", hidden: true }));
  await openForm();
  await user.type(await screen.findByLabelText("What do you need?"), "naloxone for my tentmate, quickly");
  await user.click(screen.getByRole("button", { name: "Post it" }));
  const answer = async () => {
    resolve(need);
    await drain();
  };
  return { user, address, openForm, answer };
}

test("leaves the help open that has replaced a form while it was sent", async () => {
  const { user, address, answer } = await postNeed();
  await user.click(screen.getByRole("button", { name: "Get help", hidden: true }));
  await screen.findByRole("dialog", { name: "Get help now" });

  await expect.poll(() => listOperations()).toHaveLength(1);
  await answer();
  await expect
    .poll(() => takeToasts().map(({ text }) => text))
    .toEqual(["Posted. Looby is checking the library."]);
  expect(address()).toBe("/?dialog=help&kind=overdose");
  screen.getByRole("dialog", { name: "Get help now" });
});

test("leaves a dialog open that the user has opened again while the first one's form was sent", async () => {
  const { user, address, openForm, answer } = await postNeed();
  await expect.poll(() => listOperations()).toHaveLength(1);
  // The closing animation has not ended when the user opens the dialog again.
  const animation = { finished: new Promise(() => undefined), effect: null };
  vi.spyOn(Element.prototype, "getAnimations").mockReturnValue([animation as unknown as Animation]);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(address()).toBe("/"));
  await openForm();
  await answer();
  await expect.poll(() => takeToasts()).toHaveLength(1);
  expect(address()).toBe("/?dialog=need");
  expect(screen.getByRole("dialog")).toBeDefined();
});

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
