import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { confirmLoan, listLoans, type Loan, stepLoan } from "#shared/features/lending/contract.ts";
import { listOperations } from "#web/offline/outbox/outbox.ts";
import { drain } from "#web/offline/outbox/sender.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { loanWith } from "#web/testing/loans.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { Today } from "./today.tsx";

const request = loanWith();
let server: FakeServer;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-26T12:00") });
  await freshDevice();
  server = new FakeServer();
  answerWith({ state: "approved", steps: ["hand-over", "answer", "cancel"] });
});
afterEach(() => vi.useRealTimers());

test("lends a thing with one tap", async () => {
  const user = await openToday(request);
  screen.getByText("Kestrel wants Bike kit, Fri-Sat");
  await user.click(screen.getByRole("button", { name: "Lend it: Bike kit" }));
  await sendFirst();
  await screen.findByText("You’re lending Bike kit to Kestrel, Fri-Sat");
  expect(server.asked(stepLoan)).toMatchObject([
    { params: { loanId: request.id }, body: { step: "approve" } },
  ]);
});

test("shows that a requested thing is still out with another user", async () => {
  await openToday(loanWith({ isStillOut: true }));
  expect(screen.getByText(/wants Bike kit/).textContent).toBe(
    "Kestrel wants Bike kit, Fri-Sat, but it’s overdue with someone else",
  );
});

test("declines with one tap", async () => {
  answerWith({ state: "declined", steps: [] });
  const user = await openToday(request);
  await user.click(screen.getByRole("button", { name: "No: Bike kit" }));
  await sendFirst();
  await screen.findByText("You said no to Kestrel.");
  expect(server.asked(stepLoan)).toMatchObject([{ body: { step: "decline" } }]);
  expect(screen.queryAllByRole("button")).toEqual([]);
});

test("leaves an answered request at its position", async () => {
  const later = loanWith({ id: "loan-2", title: "Tent", first: "2026-11-28", last: "2026-11-28" });
  const user = await openToday(later, request);
  await user.click(screen.getByRole("button", { name: "Lend it: Bike kit" }));
  await sendFirst();
  await screen.findByText(/^You’re lending Bike kit/);
  const agreed = loanWith({ state: "approved", answer: "Blue dome, 6 pm", steps: ["hand-over", "answer"] });
  server.on(listLoans, () => ({ loans: [later, agreed] }));
  window.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Say where/ })).toBeNull());
  const lines = within(screen.getByRole("list", { name: "Today" })).getAllByRole("listitem");
  expect(lines.map((line) => line.textContent)).toEqual([
    expect.stringContaining("You’re lending Bike kit"),
    expect.stringContaining("Kestrel wants Tent, Sat"),
  ]);
});

test("shows the place and time after lending", async () => {
  const user = await openToday(request);
  await user.click(screen.getByRole("button", { name: "Lend it: Bike kit" }));
  await sendFirst();
  const button = await screen.findByRole("button", { name: "Say where and when: Bike kit" });
  expect(document.activeElement).toBe(button);
  await user.click(button);
  await user.type(await screen.findByRole("textbox", { name: /^Where and when/ }), "Blue dome, 6 pm");
  await user.click(screen.getByRole("button", { name: "Say where and when" }));
  await sendFirst();
  await waitFor(() =>
    expect(server.asked(stepLoan).at(-1)).toMatchObject({
      body: { step: "answer", note: "Blue dome, 6 pm" },
    }),
  );
});

test("queues an answer when offline and shows that it waits", async () => {
  const user = await openToday(request);
  server.isReachable = false;
  await user.click(screen.getByRole("button", { name: "Lend it: Bike kit" }));
  await sendFirst();
  await screen.findByText("Lend it: Bike kit: waits for the signal.");
  expect(screen.queryByRole("button", { name: "Lend it: Bike kit" })).toBeNull();
  expect(await listOperations()).toMatchObject([{ endpointId: stepLoan.id, state: "queued" }]);
});

test("shows the server's refusal beside the request", async () => {
  server.on(stepLoan, () => new Refusal("already-taken", "This was cancelled."));
  const user = await openToday(request);
  await user.click(screen.getByRole("button", { name: "Lend it: Bike kit" }));
  await sendFirst();
  expect((await screen.findByText("This was cancelled.")).closest("li")?.textContent).toContain("Bike kit");
  screen.getByRole("button", { name: "Lend it: Bike kit" });
});

test("lists things due back or to be checked, each with its button", async () => {
  await openToday(
    loanWith({ id: "1", side: "borrower", state: "handed-over", last: "2026-11-27", title: "Ladder" }),
    loanWith({ id: "2", side: "borrower", state: "handed-over", last: "2026-11-24", title: "Drill" }),
    loanWith({ id: "3", state: "handed-over", last: "2026-11-12", title: "Stove" }),
    loanWith({ id: "4", state: "returned", awaitsCheck: true, title: "Kite" }),
  );
  expect(screen.getAllByRole("listitem").map((line) => line.textContent)).toEqual([
    "Stove was due back from Kestrel on 12 NovIt’s back",
    "Bring Drill back to Kestrel: it was due on TueI’ve returned it",
    "Bring Ladder back to Kestrel by tomorrowI’ve returned it",
    "Kestrel brought Kite back. Is it all right?It’s all right",
  ]);
});

test("confirms with one tap a return that the borrower has reported", async () => {
  const confirmed = { step: "return", by: "borrower", at: request.createdAt, place: null } as const;
  const out = loanWith({ state: "handed-over", steps: ["return"], confirmed });
  server.on(confirmLoan, () => ({ ...out, confirmed: null }));
  const user = await openToday(out);
  screen.getByText("Bike kit: Kestrel says it’s back. Please confirm.");
  await user.click(screen.getByRole("button", { name: "Not yet: Bike kit" }));
  await sendFirst();
  await waitFor(() =>
    expect(server.asked(confirmLoan)).toMatchObject([{ body: { step: "return", answer: "no" } }]),
  );
});

test("offers no second return while the first waits for a connection", async () => {
  const user = await openToday(loanWith({ state: "handed-over", last: "2026-11-20", steps: ["return"] }));
  server.isReachable = false;
  await user.click(screen.getByRole("button", { name: "It’s back: Bike kit" }));
  await user.click(await screen.findByRole("button", { name: "It’s back" }));
  await sendFirst();
  await screen.findByText("It’s back: Bike kit: waits for the signal.");
  await waitFor(() => expect(screen.queryByRole("button", { name: /^It’s back/ })).toBeNull());
});

test("asks for a thing's condition when it is returned", async () => {
  const user = await openToday(loanWith({ state: "handed-over", last: "2026-11-20", steps: ["return"] }));
  await user.click(screen.getByRole("button", { name: "It’s back: Bike kit" }));
  await screen.findByRole("dialog", { name: "Is Bike kit back?" });
  expect(screen.getByRole("textbox", { name: /^How is it/ })).toBeDefined();
});

test("shows nothing when nothing waits", async () => {
  server.on(listLoans, () => ({ loans: [loanWith({ state: "approved" })] }));
  await openScreen(<Today />);
  await waitFor(() => expect(server.asked(listLoans)).toHaveLength(1));
  expect(screen.queryByRole("heading", { name: "Today" })).toBeNull();
});

async function openToday(...loans: readonly Loan[]) {
  server.on(listLoans, () => ({ loans: [...loans] }));
  const { user } = await openScreen(<Today />);
  await screen.findByRole("heading", { name: "Today" });
  return user;
}

/** The server's state after a step. */
function answerWith(change: Partial<Loan>) {
  server.on(stepLoan, () => ({ ...request, ...change }));
}

/** Sends the step as the page's sender does, once it is stored. */
async function sendFirst(): Promise<void> {
  await waitFor(async () => expect(await listOperations()).toHaveLength(1));
  await drain();
}
