import type { APIRequestContext, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures/looby.ts";

const PASSWORD = "a tent with 3 poles";

test(
  "notifies both sides of a loan and records the handover while offline",
  { tag: "@gate" },
  async ({ open, playwright, looby }) => {
    const owner = await playwright.request.newContext({ baseURL: looby.url });
    await post(owner, "/api/account/sign-up", { pseudonym: "Drill Owner", password: PASSWORD });
    const resourceId = await shareDrill(owner);

    const page = await open("/me");
    await signUp(page, "Drill Borrower");
    await page.goto(`/library?dialog=resource&id=${resourceId}`);
    await page.getByRole("button", { name: "Ask to borrow" }).click();
    const form = page.getByRole("dialog", { name: "Borrow A drill" });
    const calendar = form.getByRole("grid", { name: "Days" });
    // The first free day is suggested once the taken days are loaded; until then no day can be chosen.
    const ask = form.getByRole("button", { name: /^Ask for / });
    await expect(ask).toBeInViewport({ ratio: 1 });
    const today = calendar.locator("[tabindex='0']");
    await today.focus();
    await today.press("Enter");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/&last=/);
    await form.getByText("Add a message").click();
    await form.getByLabel(/can reach you/).fill("Camp Nine");
    await expectAccessible(page);
    await ask.click();
    await form.getByRole("link", { name: "View request" }).click();
    await expect(form).toBeHidden();

    const card = page.getByRole("list", { name: "What you borrow" }).getByRole("listitem");
    await expect(card).toContainText("first in the queue");
    await expectAccessible(page);

    // The owner responds on another device: this page receives it without a reload.
    const { loans } = (await (await owner.get("/api/loans")).json()) as {
      loans: { id: string; contact: string }[];
    };
    expect(loans[0]?.contact).toBe("Camp Nine");
    const loanId = loans[0]?.id ?? "";
    await post(owner, `/api/loans/${loanId}/steps`, { step: "approve", note: "At the workshop" });
    await expect(page.getByText(/Drill Owner said yes to A drill/)).toBeVisible();
    await expect(card).toContainText("At the workshop");
    await expect(page.locator("html")).toHaveAttribute("data-unread", "1");

    await page.context().setOffline(true);
    await card.getByRole("button", { name: "Handed over: A drill" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Handed over" }).click();
    await expect(card).toContainText("waits for the signal");
    await page.context().setOffline(false);
    await expect(card).toContainText("Out");
    await post(owner, `/api/loans/${loanId}/steps`, { step: "return", note: "As new" });
    await expect(page.getByText(/Drill Owner says A drill is back/)).toBeVisible();
    // The address names this loan, so the list of past loans is unfolded.
    await expect(page.getByRole("list", { name: "Over" })).toContainText("As new");

    await page.goto("/me?dialog=notifications");
    const notifications = page.getByRole("dialog", { name: "Notifications" });
    await expect(notifications.getByRole("listitem")).toHaveCount(2);
    await expectAccessible(page);
    await notifications.getByRole("button", { name: "Mark all as read" }).click();
    await expect(page.locator("html")).not.toHaveAttribute("data-unread");
    await notifications.getByRole("button", { name: "Choose your notifications" }).click();
    const settings = page.getByRole("dialog", { name: "Settings" });
    await settings.getByRole("switch", { name: /^Needs/ }).click();
    await expect(settings.getByRole("switch", { name: /^Needs/ })).not.toBeChecked();
    await owner.dispose();
  },
);

test("lets an owner lend with one tap in the chat and name a meeting point later", async ({
  handset: page,
  playwright,
  looby,
}) => {
  await post(page.request, "/api/account/sign-up", { pseudonym: "Bike Owner", password: PASSWORD });
  const resourceId = await shareDrill(page.request, "Bike kit");
  const kestrel = await playwright.request.newContext({ baseURL: looby.url });
  await post(kestrel, "/api/account/sign-up", { pseudonym: "Kestrel", password: PASSWORD });
  const [first, last] = [dayAhead(2), dayAhead(3)];
  await post(kestrel, "/api/loans", { resourceId, first, last });

  await page.goto("/");
  const today = page.getByRole("group", { name: "Today" });
  await expect(today).toContainText(/Kestrel wants Bike kit, \w{3}-\w{3}/);
  await expect(today.getByRole("button", { name: "Lend it: Bike kit" })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await today.getByRole("button", { name: "Lend it: Bike kit" }).click();
  await expect(today).toContainText("You’re lending Bike kit to Kestrel");
  await today.getByRole("button", { name: "Say where and when: Bike kit" }).click();
  const form = page.getByRole("dialog", { name: "Where and when can Kestrel pick up Bike kit?" });
  await form.getByLabel("Where and when").fill("7:30 & C, after nine");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Say where and when" }).click();
  await expect(form).toBeHidden();
  const { loans } = (await (await kestrel.get("/api/loans")).json()) as { loans: object[] };
  expect(loans).toMatchObject([{ state: "approved", answer: "7:30 & C, after nine" }]);

  // The profile shows it above everything else until no request is waiting.
  await post(kestrel, "/api/loans", { resourceId, first: dayAhead(9), last: dayAhead(9) });
  await page.goto("/me");
  await expect(today.getByRole("button", { name: "No: Bike kit" })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await today.getByRole("button", { name: "No: Bike kit" }).click();
  await expect(today).toContainText("You said no to Kestrel.");
  await kestrel.dispose();
});

/** A day in UTC, as the server counts them. */
function dayAhead(days: number): string {
  return new Date(Date.now() + days * 24 * 3600 * 1000).toISOString().slice(0, 10);
}

async function signUp(page: Page, pseudonym: string): Promise<void> {
  await page.getByRole("button", { name: "Sign Up" }).click();
  const dialog = page.getByRole("dialog", { name: "Your account" });
  await dialog.getByLabel("Pseudonym").fill(pseudonym);
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect(dialog).toBeHidden();
}

async function shareDrill(owner: APIRequestContext, title = "A drill"): Promise<string> {
  const communities = (await (await owner.get("/api/loobricates")).json()) as {
    loobricates: { id: string }[];
  };
  const { id } = (await post(owner, "/api/loobrary-signup", {
    loobricateId: communities.loobricates[0]?.id,
    title,
    description: "With a box of bits.",
    offeringType: "gear",
  })) as { id: string };
  return id;
}

async function post(caller: APIRequestContext, path: string, data: object): Promise<unknown> {
  const response = await caller.post(path, { data });
  expect(response.status(), await response.text()).toBe(200);
  return await response.json();
}
