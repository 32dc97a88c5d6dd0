import { cp } from "node:fs/promises";
import { basename } from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible } from "./fixtures/looby.ts";
import {
  closeDialog,
  count,
  dayIn,
  dialogOf,
  go,
  type Known,
  LADDERS,
  prepare,
  TIMES,
} from "./fixtures/offline-day.ts";
import { startPhone } from "./fixtures/phone.ts";
import { arrive, choosePhoto, fillIn, test } from "./fixtures/shaky.ts";
import { byEntity, expectAllSent, queuedRows, receivedByEntity } from "./fixtures/waiting.ts";
import { patient } from "../scripts/patience.ts";

// A day offline: all of the user's actions are queued on the phone and reach the server exactly once.

test.describe.configure({ timeout: patient(480_000) });

const NEEDS = 30;
const MESSAGES = [
  "where is water?",
  "and ice?",
  "who lends a ladder?",
  "when does the sun set?",
  "thank you",
];
const WAITING = "Waiting to be sent. Your message is saved on this device.";

test("sends fifty offline actions exactly once after a dead battery", async ({
  looby,
  line,
  killable: phone,
  playwright,
}) => {
  await arrive({ looby, line, phone }, "Fifty");
  // A browser writes its cookies every half minute, and only a session on disk survives a dead battery.
  await phone.shutDown();
  const page = await phone.open();
  const other = await playwright.request.newContext({ baseURL: looby.url });
  const known = await prepare(page, phone.context().request, other, line.url);
  const before = line.writes.length;
  await line.cut();
  await lookForThings(page);
  await rememberAndShare(page);
  await borrowAndLend(page, known);
  await talk(page);
  const queued = await queuedRows(page);
  // A memory takes two calls, and one of the resources has a photo.
  expect(queued).toHaveLength(50 + TIMES.length + 1);
  await phone.kill();
  const copy = test.info().outputPath("phone");
  // Without the lock of the killed browser.
  const filter = (file: string) => !basename(file).startsWith("Singleton");
  await cp(phone.folder, copy, { recursive: true, filter });

  const reopened = await phone.open();
  await reopened.goto(`${line.url}/`);
  await expect(reopened.getByText(WAITING)).toHaveCount(MESSAGES.length);
  expect(await queuedRows(reopened)).toHaveLength(queued.length);
  await expectAccessible(reopened);
  await reopened.goto("about:blank");
  await line.mend();
  await reopened.goto(`${line.url}/needs`);
  await expectAllSent(reopened);
  const counted = await count(phone.context().request, line.url, known);
  expect(counted).toEqual({
    needs: range(NEEDS).map((number) => thing(number)),
    closed: [thing(1)],
    messages: MESSAGES,
    memories: TIMES.map((time) => seen(time)),
    listings: [1, 0],
    borrowed: 2,
    steps: ["approved", "declined"],
    asked: 2,
    marks: 1,
    quest: true,
  });
  expect(new Set(line.writes.slice(before).map(({ key }) => key))).toEqual(
    new Set(queued.map(({ id }) => id)),
  );
  expect(receivedByEntity(line, before, queued)).toEqual(byEntity(queued));

  // Restarts the phone in the state in which it was killed, without a record of the sent operations.
  const sent = line.writes.length;
  const twin = await startPhone([], copy);
  await twin.page().goto(`${line.url}/needs`);
  await expectAllSent(twin.page());
  expect(new Set(line.writes.slice(sent).map(({ key }) => key))).toEqual(new Set(queued.map(({ id }) => id)));
  expect(await count(twin.context().request, line.url, known)).toEqual(counted);
  await twin.dispose();
  await other.dispose();
});

/** Thirty needs typed in, and one of them closed as found. */
async function lookForThings(page: Page): Promise<void> {
  await go(page, "/needs");
  const mine = page.getByRole("list", { name: "Your requests" });
  const box = page.getByLabel("What do you need?");
  for (const number of range(NEEDS)) {
    await box.fill(thing(number));
    await page.getByRole("button", { name: "Post it" }).press("Enter");
    await expect(box).toHaveValue("");
  }
  await expect(mine.getByText("Waiting to be sent.")).toHaveCount(NEEDS);
  const first = mine.getByRole("listitem").filter({ has: page.getByText(thing(1), { exact: true }) });
  await first.getByRole("button", { name: "Found it" }).press("Enter");
  await expect(first.getByText("Closed")).toBeVisible();
}

/** Four memories, two resources, the day's quest, a camp and two communities. */
async function rememberAndShare(page: Page): Promise<void> {
  for (const time of TIMES) {
    await go(page, "/me?dialog=create-memory");
    await page.getByRole("textbox", { name: "Your memory" }).fill(seen(time));
    await page.getByRole("button", { name: "Save Memory" }).click();
    await expect(page.getByText(/It is on this device until/)).toBeVisible();
    await closeDialog(page);
  }
  for (const title of LADDERS) {
    await go(page, "/me?dialog=add-resource");
    await fillIn(page, title);
    if (title === LADDERS[0]) await choosePhoto(page, "ladder.png");
    await page.getByRole("button", { name: "Submit Resource" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "saved on this device" })).toBeVisible();
    await closeDialog(page);
  }
  await go(page, "/me?dialog=quest");
  await page.getByRole("button", { name: "Mark Complete" }).click();
  await expect(page.getByText("Done for today. Well done!")).toBeVisible();
  await closeDialog(page);
}

/** Two loan requests, two requests answered, two requests to join communities, and a camp marked. */
async function borrowAndLend(page: Page, { lent, communities, camp }: Known): Promise<void> {
  for (const id of lent) {
    await go(page, `/library?dialog=borrow&id=${id}`);
    await page.getByText("Type dates").click();
    await page.getByLabel("First day").fill(dayIn(3));
    await page.getByLabel("Last day").fill(dayIn(4));
    await page.getByRole("button", { name: /^Ask for / }).click();
    await expect(
      page.getByText("Saved on this device. Looby sends it when there is a signal."),
    ).toBeVisible();
    await closeDialog(page);
  }
  await go(page, "/borrowing");
  for (const [index, step] of ["Lend it", "Decline"].entries()) {
    const open = page.getByRole("button", { name: new RegExp(`^${step}: `) });
    await open.first().click();
    await dialogOf(page).getByRole("button", { name: step }).click();
    await expect(dialogOf(page)).toBeHidden();
    await expect(page.getByText(/waits for the signal/)).toHaveCount(index + 1);
  }
  for (const id of communities) {
    await go(page, `/community/${id}`);
    await page.getByRole("button", { name: "Ask to join" }).click();
    await expect(page.getByText("Your request waits on this device to be sent.")).toBeVisible();
  }
  await go(page, `/explore/camp/${camp}`);
  const favourite = page.getByRole("button", { name: "Favourite", exact: true });
  await favourite.click();
  await expect(favourite).toHaveAttribute("aria-pressed", "true");
}

async function talk(page: Page): Promise<void> {
  await go(page, "/");
  const box = page.getByPlaceholder("Send a message...");
  for (const [index, words] of MESSAGES.entries()) {
    await box.fill(words);
    await box.press("Enter");
    await expect(page.getByText(WAITING)).toHaveCount(index + 1);
  }
}

function thing(number: number): string {
  return `I'm looking for thing number ${number} of many`;
}

function seen(time: string): string {
  return `What I saw the ${time} time, at the temple.`;
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
