import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures/looby.ts";

const PASSWORD = "a tent with 3 poles";

test("lets a new user request a loan in five taps and remembers it over a reload", async ({
  handset: page,
}) => {
  await page.goto("/library");
  let taps = 0;
  const tap = async (name: string | RegExp) => {
    taps += 1;
    await page.getByRole("button", { name, exact: typeof name === "string" }).click();
  };
  const { id, title } = await somethingToBorrow(page.request);
  await page.goto(`/library?dialog=resource&id=${id}`); // as a tap on its card does
  taps += 1;
  await tap("Ask to borrow");
  const door = page.getByRole("dialog", { name: `Sign up to borrow ${title}` });
  await expect(door.getByLabel("Pseudonym")).toBeVisible();
  await expect(door.getByLabel("E-mail (optional)")).toBeHidden();
  await expectAccessible(page);

  await page.reload();
  await door.getByRole("button", { name: "Have an account? Sign in" }).click();
  await page.reload();
  const signIn = page.getByRole("dialog", { name: `Sign in to borrow ${title}` });
  await signIn.getByRole("button", { name: "New here? Sign up" }).click();

  await fillIn(page, "Stranger");
  await tap("Sign Up");
  const request = page.getByRole("dialog", { name: `Borrow ${title}` });
  await expect(request.getByRole("button", { name: /^Ask for / })).toBeInViewport({ ratio: 1 });
  await tap("Tomorrow");
  await tap(/^Ask for /);
  await expect(request.getByText(/^Asked for \d/)).toBeVisible();
  await expect(request.getByRole("link", { name: "View request" })).toBeVisible();
  expect(taps).toBe(5);
});

test("opens what a guest came for right after sign-up: a need, a community, a form", async ({
  open,
  browser,
  looby,
}) => {
  const other = await browser.newPage({ baseURL: looby.url });
  await other.goto("/needs");
  await other.getByLabel("What do you need?").fill("I'm looking for a purple hurdy-gurdy");
  await other.getByRole("button", { name: "Post it" }).click();
  await expect(other.getByRole("list", { name: "Your requests" })).toContainText("hurdy-gurdy");
  await other.close();

  const page = await open("/add?type=gear");
  await expect(page.getByRole("heading", { name: "Authentication Required" })).toBeVisible();
  await expect(page.getByText("Sign up to share something", { exact: false })).toBeVisible();
  await expect(page.getByText("Gear name")).toBeHidden();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByRole("dialog", { name: "Sign up to share something" })).toBeVisible();

  await page.goto("/needs");
  const need = page.getByRole("list", { name: "What others need" }).getByRole("listitem");
  await need.filter({ hasText: "hurdy-gurdy" }).getByRole("button", { name: "I can help" }).click();
  await signUp(page, "Sign up to help with “I'm looking for a purple hurdy-gurdy”", "Helper");
  await page.getByLabel("What do you have, and where are you?").fill("Two of them, at 7:30 & C.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("They’ll see it, with your name.")).toBeVisible();
});

test("sends the request to join right after sign-up", async ({ open }) => {
  const page = await open("/community/little-dippers"); // of which no other story changes the questions
  await page.getByRole("button", { name: "Ask to join" }).click();
  await signUp(page, "Sign up to ask to join Little Dippers", "Joiner");
  await expect(page.getByText("You have asked to join. An admin will answer.")).toBeVisible();
});

test("shows no guest view and no free day before the server has responded", async ({ open }) => {
  const page = await open("/me?dialog=account&mode=sign-up");
  await signUp(page, "Your account", "Patient Wren");
  await expect(page.getByRole("heading", { name: "Patient Wren" })).toBeVisible();
  const { id } = await somethingToBorrow(page.request);

  // The last known user is shown at once.
  const session = await hold(page, "**/api/account/session");
  await page.goto("/me");
  await expect(page.getByRole("heading", { name: "Patient Wren" })).toBeVisible();
  await page.goto("/borrowing");
  await expect(page.getByRole("heading", { name: "What you borrow" })).toBeVisible();

  const calendar = await hold(page, `**/api/listings/${id}/calendar`);
  await page.goto(`/library?dialog=borrow&id=${id}`);
  const days = page.getByRole("grid", { name: "Days" });
  await expect(days.locator("[tabindex='0']")).toHaveAccessibleName(/not known yet/);
  await expect(days.locator("button:not([aria-disabled='true'])")).toHaveCount(0);
  await calendar.release();
  await expect(days.locator("[tabindex='0']")).toHaveAccessibleName(/chosen/);
  await session.release();

  // A browser without stored data shows neutral loading text until the session is known. It first leaves Looby, because an open page would
  // store its user again.
  await page.goto("/icon.svg");
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? "");
  });
  const first = await hold(page, "**/api/account/session");
  for (const [path, waiting] of [
    ["/me", "Loading your profile"],
    ["/borrowing", "Loading your loans"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(waiting)).toBeAttached();
    await expect(page.getByText(/Viewing as guest|Sign in to borrow/)).toHaveCount(0);
    await expect(page.getByRole("button", { name: /Sign (In|Up)/ })).toHaveCount(0);
  }
  await page.goto(`/library?dialog=borrow&id=${id}`);
  await expect(page.getByRole("dialog", { name: /^Borrow/ })).toBeVisible();
  await expect(page.getByText(/Sign (in|up) to borrow/)).toHaveCount(0);
  await first.release();
  await expect(page.getByRole("grid", { name: "Days" })).toBeVisible();
});

test("lets a new user found a camp in six taps and prints its poster on one A4 page", async ({
  handset: page,
}) => {
  await page.goto("/");
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  await tap(page.getByRole("link", { name: "Add Entry" }));
  await expect(page.getByRole("heading", { name: "Authentication Required" })).toBeVisible();
  await tap(page.getByRole("button", { name: "Loobricate", exact: true }));
  await expect(page.getByRole("dialog", { name: "Sign up to create a Loobricate" })).toBeVisible();
  await fillIn(page, "Camp Lead");
  await tap(page.getByRole("dialog").getByRole("button", { name: "Sign Up", exact: true }));
  await expect(page.getByLabel("Loobricate name")).toBeFocused();
  await page.getByLabel("Loobricate name").fill("The Seven Lanterns");
  await page.getByLabel("Description").fill("Soup at dusk.");
  await page.getByLabel("Address").fill("7:30 & C");
  await expect(page.getByText(/^On the map: /)).toBeVisible();
  await expect(page.getByLabel("Admin username")).toHaveValue("the-seven-lanterns");
  await expect(page.getByLabel("Admin password")).toHaveValue(/^(\w{4}-){2}\w{4}$/);
  await expectAccessible(page);
  await tap(page.getByRole("button", { name: "Create Loobricate" }));

  await expect(page.getByRole("heading", { name: "The Seven Lanterns" })).toBeVisible();
  const steps = page.getByRole("region", { name: "Get started" });
  await expect(steps.getByRole("listitem")).toHaveText([/Invite people/, /\(0 of 3\)/, /on the map, done/]);
  await tap(page.getByRole("button", { name: "Invite", exact: true }));
  const sheet = page.getByRole("dialog", { name: "Invite people" });
  await expect(sheet.getByRole("img", { name: /^Invitation/ })).toBeVisible();
  const link = (await sheet.getByText(/\/join\//).textContent()) ?? "";
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  await tap(sheet.getByRole("button", { name: "Print poster" }));
  expect(taps).toBe(6);
  await expect(page.locator("html")).toHaveAttribute("data-printed", "");
  await expectAccessible(page);

  // The permanent link is the same when the sheet is opened again.
  await page.reload();
  await expect(sheet.getByText(link, { exact: true })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const poster = page.locator("[data-poster]");
  await expect(poster).toBeVisible();
  await expect(poster.getByText("The Seven Lanterns")).toBeVisible();
  await expect(poster.getByText("Scan to join", { exact: true })).toBeVisible();
  await expect(sheet).toBeHidden();
  const pdf = await page.pdf({
    preferCSSPageSize: true,
    printBackground: true,
    path: test.info().outputPath("poster.pdf"),
  });
  const text = pdf.toString("latin1");
  expect(text.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  expect(text).toMatch(/MediaBox\s*\[0 0 59[45]\S* 84[12]\S*\]/);
  await page.emulateMedia({ media: null });

  await page.goto(new URL(link).pathname);
  await expect(page.getByRole("heading", { name: "The Seven Lanterns" })).toBeVisible();
});

/** Delays the responses to a request until it is released. */
async function hold(page: Page, address: string): Promise<{ release: () => Promise<void> }> {
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await held.promise;
    await route.continue().catch(() => undefined); // its page may be closed
  });
  return {
    async release() {
      held.resolve();
      await page.unroute(address);
    },
  };
}

async function signUp(page: Page, title: string, pseudonym: string): Promise<void> {
  await fillIn(page, pseudonym);
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect(dialog).toBeHidden();
}

async function fillIn(page: Page, pseudonym: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Pseudonym").fill(pseudonym);
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
}

async function somethingToBorrow(caller: APIRequestContext): Promise<{ id: string; title: string }> {
  const { listings } = (await (await caller.get("/api/listings")).json()) as {
    listings: { id: string; title: string; type: string; availability: string }[];
  };
  const found = listings.find(({ type, availability }) => type === "gear" && availability === "available");
  if (found === undefined) throw new Error("The sample festival has nothing to borrow.");
  return found;
}
