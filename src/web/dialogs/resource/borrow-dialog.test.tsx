import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Calendar, getCalendar, type Loan, requestLoan } from "#shared/features/lending/contract.ts";
import { getResource } from "#shared/features/resources/contract.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { fillDevice } from "#web/offline/outbox/outbox-fixture.ts";
import { listOperations } from "#web/offline/outbox/outbox.ts";
import { drain } from "#web/offline/outbox/sender.ts";
import { reportReachable, reportUnreachable } from "#web/lib/server/reachability.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { loanWith } from "#web/testing/loans.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { resourceWith } from "#web/testing/resources.ts";
import { RequestForm } from "#web/features/lending/request-form.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { BorrowButton } from "#web/features/lending/borrow-button.tsx";
import { BorrowDialog } from "./borrow-dialog.tsx";

const drill = resourceWith();
const free: Calendar = { availability: "available", taken: [], waiting: 0 };
const onClose = vi.fn<() => void>();
const frame = { isOpen: true, onClose, onClosed: () => undefined };
let server: FakeServer;

beforeEach(async () => {
  onClose.mockClear();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-08-10T12:00") });
  await freshDevice();
  server = new FakeServer();
  server.on(getResource, () => drill);
  server.on(getCalendar, () => free);
});
afterEach(() => vi.useRealTimers());

test("suggests the first free day", async () => {
  server.on(getCalendar, () => ({
    ...free,
    taken: [{ first: "2026-08-10", last: "2026-08-12", isOut: true }],
  }));
  await openScreen(<BorrowDialog id={drill.id} {...frame} />);
  await screen.findByRole("button", { name: "Ask for 13 Aug" });
  expect(screen.getByRole("button", { name: /^Thursday, August 13/ }).getAttribute("tabindex")).toBe("0");
});

test("marks taken days and does not let the user choose them", async () => {
  server.on(getCalendar, () => ({
    ...free,
    taken: [{ first: "2026-08-20", last: "2026-08-20", isOut: false }],
  }));
  const { user } = await openScreen(<BorrowDialog id={drill.id} {...frame} />);
  await user.click(await screen.findByRole("button", { name: "Thursday, August 20, 2026, taken" }));
  screen.getByRole("button", { name: "Ask for 10 Aug" });
  await user.click(screen.getByRole("button", { name: "Friday, August 21, 2026" }));
  expect(screen.getByRole("button", { name: "Ask for 21 Aug" })).toBeDefined();
});

test.each([
  ["Today", "10 Aug"],
  ["Tomorrow", "11 Aug"],
  ["Weekend", "15-16 Aug"],
])("chooses %s with one tap", async (name, days) => {
  const { user } = await openScreen(<BorrowDialog id={drill.id} {...frame} />);
  const chip = await screen.findByRole("button", { name });
  await user.click(chip);
  expect(chip.getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByRole("button", { name: `Ask for ${days}` })).toBeDefined();
});

test("shows the month of the days that a chip has chosen", async () => {
  vi.setSystemTime(new Date("2026-08-31T12:00"));
  const { user } = await openScreen(<BorrowDialog id={drill.id} {...frame} />);
  await user.click(await screen.findByRole("button", { name: "Tomorrow" }));
  expect(screen.getByText("September 2026")).toBeDefined();
});

test("disables a chip whose days are taken", async () => {
  server.on(getCalendar, () => ({
    ...free,
    taken: [{ first: "2026-08-16", last: "2026-08-16", isOut: false }],
  }));
  const { user } = await openScreen(<BorrowDialog id={drill.id} {...frame} />);
  const weekend = await screen.findByRole("button", { name: "Weekend, taken" });
  expect(weekend.getAttribute("aria-disabled")).toBe("true");
  await user.click(weekend);
  screen.getByRole("button", { name: "Ask for 10 Aug" });
});

test("collapses the message and the typed dates", async () => {
  const { user } = await openScreen(<BorrowDialog id={drill.id} {...frame} />);
  for (const summary of ["Add a message", "Type dates"])
    expect((await screen.findByText(summary)).closest("details")?.open).toBe(false);
  await user.click(screen.getByText("Type dates"));
  fireEvent.change(screen.getByLabelText("First day"), { target: { value: "2026-08-30" } });
  fireEvent.change(screen.getByLabelText("Last day"), { target: { value: "2026-09-02" } });
  await screen.findByRole("button", { name: "Ask for 30 Aug-2 Sept" });
});

test("does not focus a collapsed field when it opens", async () => {
  const form = { resource: drill, days: { first: null, last: null }, onChosen: onClose, onAsked: onClose };
  await openScreen(
    <Dialog {...frame} title="Borrow">
      <RequestForm {...form} />
    </Dialog>,
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("dialog")));
});

test("expands the section of a restored message", async () => {
  const { user } = await openScreen(<BorrowDialog id={drill.id} {...frame} />);
  await user.click(await screen.findByText("Add a message"));
  await user.type(screen.getByRole("textbox", { name: "Message to Grace" }), "For a shelf");
  cleanup();
  await openScreen(<BorrowDialog id={drill.id} {...frame} />);
  await screen.findByText("Restored what you had typed.");
  const words = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message to Grace" });
  expect([words.value, words.closest("details")?.open]).toEqual(["For a shelf", true]);
});

test("stores the chosen days in the address", async () => {
  const path = `/?dialog=borrow&id=${drill.id}`;
  const { user, address } = await openScreen(<BorrowDialog id={drill.id} {...frame} />, path);
  await user.click(await screen.findByRole("button", { name: "Weekend" }));
  await waitFor(() => expect(address()).toBe(`${path}&first=2026-08-15&last=2026-08-16`));
  await user.click(screen.getByRole("button", { name: "Friday, August 21, 2026" }));
  await waitFor(() => expect(address()).toBe(`${path}&first=2026-08-21`));
});

test("starts with the days from the address", async () => {
  await openScreen(<BorrowDialog id={drill.id} first="2026-08-15" last="2026-08-16" {...frame} />);
  await screen.findByRole("button", { name: "Ask for 15-16 Aug" });
  const weekend = await screen.findByRole("button", { name: "Weekend" });
  expect(weekend.getAttribute("aria-pressed")).toBe("true");
});

test("does not let the user choose a day before the taken days are loaded", async () => {
  server.on(getCalendar, () => new Refusal("unavailable", "Starting up."));
  await openScreen(<BorrowDialog id={drill.id} {...frame} />);
  const day = await screen.findByRole("button", { name: "Friday, August 21, 2026, not known yet" });
  expect(day.getAttribute("aria-disabled")).toBe("true");
  screen.getByText(/The free days aren’t known yet/);
});

test("chooses days with the keyboard", async () => {
  const { user } = await openScreen(<BorrowDialog id={drill.id} {...frame} />);
  await screen.findByRole("button", { name: "Ask for 10 Aug" });
  screen.getByRole("button", { name: /^Monday, August 10/ }).focus();
  await user.keyboard("{Enter}{ArrowRight}");
  await waitFor(() => expect(document.activeElement?.getAttribute("data-day")).toBe("2026-08-11"));
  await user.keyboard("{Enter}");
  await screen.findByRole("button", { name: "Ask for 10-11 Aug" });
});

test("sends the days, the message and the contact that only the owner sees", async () => {
  server.on(requestLoan, ({ body }) => loanOf(body));
  const { user } = await openScreen(<BorrowDialog id={drill.id} {...frame} />);
  await user.click(await screen.findByText("Add a message"));
  const contact = screen.getByRole("textbox", { name: "How Grace can reach you (optional)" });
  screen.getByText("Only Grace sees this. Nothing is taken from your account.");
  await user.type(contact, "Camp Nine");
  await user.type(screen.getByRole("textbox", { name: "Message to Grace" }), "For a shelf");
  await user.click(await screen.findByRole("button", { name: "Ask for 10 Aug" }));
  await sendFirst();
  await screen.findByText("Asked for 10 Aug. You’ll hear when Grace answers.");
  const [first, last] = ["2026-08-10", "2026-08-10"];
  expect(server.asked(requestLoan)).toMatchObject([
    { body: { resourceId: drill.id, first, last, message: "For a shelf", contact: "Camp Nine" } },
  ]);
});

test("links to the request once it is sent", async () => {
  server.on(requestLoan, ({ body }) => loanOf(body));
  const { user, address } = await openScreen(<BorrowDialog id={drill.id} {...frame} />);
  await user.click(await screen.findByRole("button", { name: "Ask for 10 Aug" }));
  await sendFirst();
  await user.click(await screen.findByRole("link", { name: "View request" }));
  const [request] = server.asked(requestLoan);
  await waitFor(() => expect(address()).toBe(`/borrowing?show=${request?.body.id}`));
});

test("rejects a last day before the first one without a request", async () => {
  await openWith({ first: "2026-08-12", last: "2026-08-11" });
  await screen.findByText("The last day is before the first: please change one of them.");
  expect(await listOperations()).toEqual([]);
});

test("shows the server's error beside the form without clearing the message", async () => {
  server.on(requestLoan, () => new Refusal("already-taken", "You can’t borrow this now."));
  const { user } = await openScreen(<BorrowDialog id={drill.id} {...frame} />);
  const words = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Message to Grace" });
  await user.type(words, "For a shelf");
  await user.click(await screen.findByRole("button", { name: "Ask for 10 Aug" }));
  await sendFirst();
  await screen.findByText("You can’t borrow this now.");
  expect(words.value).toBe("For a shelf");
  expect(onClose).not.toHaveBeenCalled();
  await waitFor(async () => expect(await listOperations()).toEqual([]));
});

test("queues the request while offline and shows that it waits", async () => {
  const { user, address } = await openScreen(<BorrowDialog id={drill.id} {...frame} />);
  const ask = await screen.findByRole("button", { name: "Ask for 10 Aug" });
  server.isReachable = false;
  await user.click(ask);
  await sendFirst();
  await screen.findByText("Saved on this device. Looby sends it when there is a signal.");
  expect(await listOperations()).toMatchObject([{ endpointId: requestLoan.id, state: "queued" }]);
  await user.click(screen.getByRole("button", { name: "Show what waits" }));
  await waitFor(() => expect(address()).toBe("/?dialog=outbox"));
});

test("reports that the queued request was sent once there is a signal", async () => {
  const { user } = await openScreen(<BorrowDialog id={drill.id} {...frame} />);
  const ask = await screen.findByRole("button", { name: "Ask for 10 Aug" });
  server.isReachable = false;
  await user.click(ask);
  await sendFirst();
  await screen.findByText(/^Saved on this device/);
  server.isReachable = true;
  server.on(requestLoan, ({ body }) => loanOf(body));
  reportReachable();
  vi.setSystemTime("2026-08-10T13:00:00.000Z");
  await drain();
  await screen.findByText("Asked for 10 Aug. You’ll hear when Grace answers.");
  expect(screen.getByRole("link", { name: "View request" })).toBeDefined();
});

test("reports a full device without clearing the message or queueing a part [fault]", async () => {
  const { user } = await openScreen(<BorrowDialog id={drill.id} {...frame} />);
  const words = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Message to Grace" });
  await user.type(words, "For a shelf");
  const ask = await screen.findByRole("button", { name: "Ask for 10 Aug" });
  // Room for only the first of two rows: a write is stored completely or not at all.
  const makeRoom = fillDevice(1);
  reportUnreachable("silent");
  await user.click(ask);
  await screen.findByText(/There is no room left on this device to keep it safe/);
  makeRoom();
  reportReachable();
  expect(words.value).toBe("For a shelf");
  expect(await listOperations()).toEqual([]);
});

test("sends a request at once that a full device cannot store [fault]", async () => {
  server.on(requestLoan, ({ body }) => loanOf(body));
  const { user } = await openScreen(<BorrowDialog id={drill.id} {...frame} />);
  const ask = await screen.findByRole("button", { name: "Ask for 10 Aug" });
  const makeRoom = fillDevice(0);
  await user.click(ask);
  await screen.findByText("Asked for 10 Aug. You’ll hear when Grace answers.");
  makeRoom();
  expect(server.asked(requestLoan)).toHaveLength(1);
  expect(await listOperations()).toEqual([]);
});

test("shows that a thing under repair can still be requested", async () => {
  server.on(getCalendar, (): Calendar => ({ ...free, availability: "maintenance" }));
  await openScreen(<BorrowDialog id={drill.id} {...frame} />);
  expect(await screen.findByText(/It’s being repaired. You can still ask/)).toBeDefined();
});

test("shows how many requests wait for an answer", async () => {
  server.on(getCalendar, () => ({ ...free, waiting: 2 }));
  await openScreen(<BorrowDialog id={drill.id} {...frame} />);
  expect(await screen.findByText(/2 requests are waiting for an answer/)).toBeDefined();
});

test("offers no request for an unavailable thing", async () => {
  const resource = resourceWith({ availability: "unavailable" });
  await openScreen([
    <BorrowButton key="given" resource={resource} />,
    <BorrowButton key="free" resource={drill} />,
  ]);
  expect(await screen.findAllByRole("button", { name: "Ask to borrow" })).toHaveLength(1);
});

async function openWith(days: { first: string; last: string }): Promise<void> {
  const { user } = await openScreen(<BorrowDialog id={drill.id} {...days} {...frame} />);
  await user.click(await screen.findByRole("button", { name: /^Ask for/ }));
}

/** Sends the request as the page's sender does, once the form has stored it. */
async function sendFirst(): Promise<void> {
  await waitFor(async () => expect(await listOperations()).toHaveLength(1));
  await drain();
}

function loanOf({ id = "loan-drill", ...asked }: BodyOf<typeof requestLoan>): Loan {
  const { resourceId, first, last, message = "" } = asked;
  const side = "borrower";
  return loanWith({ id, resourceId, first, last, message, side, title: drill.title, otherName: "Grace" });
}
