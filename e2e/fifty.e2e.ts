import { cp } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import { expect, expectAccessible } from "./fixtures/looby.ts";
import { startPhone } from "./fixtures/phone.ts";
import { arrive, choosePhoto, fillIn, type ShakyWorld, test } from "./fixtures/shaky.ts";

// A day without a signal: everything a person does waits on the phone, and reaches the server once.

test.describe.configure({ timeout: 180_000 });

const NEEDS = 23;
const SAID = ["where is water?", "and ice?", "who lends a ladder?", "when does the sun set?", "thank you"];
const TIMES = ["first", "second", "third", "fourth"];
const PASSWORD = "a tent with 3 poles";

test("fifty things done without a signal, a dead battery, the signal back: fifty on the server; again adds none", async ({
  looby,
  line,
  phone,
  playwright,
}) => {
  const world = { looby, line, phone };
  const page = await arrive(world, "Fifty");
  const other = await playwright.request.newContext({ baseURL: looby.url });
  const known = await prepare(page, phone.context().request, other, line.url);
  await line.cut();

  await page.goto(`${line.url}/needs`);
  await page.getByLabel("About where are you?").fill("7:30 & C");
  const mine = page.getByRole("list", { name: "What you look for" });
  const box = page.getByLabel("What do you look for?");
  for (let index = 1; index <= NEEDS; index += 1) {
    await box.fill(`I'm looking for thing number ${index} of many`);
    await box.press("Tab");
    await page.getByRole("button", { name: "Look for it" }).click();
    await expect(box).toHaveValue("I'm looking for ");
  }
  await expect(mine.getByText("Waiting to be sent.")).toHaveCount(NEEDS);
  await mine.getByRole("button", { name: "Found it" }).first().click();
  await mine.getByRole("switch", { name: "Ask around" }).last().click();
  await expect(mine.getByText("Closed")).toHaveCount(1);

  for (const time of TIMES) {
    await go(page, "/me?dialog=create-memory");
    await page
      .getByRole("textbox", { name: "Your memory" })
      .fill(`What I saw the ${time} time, at the temple.`);
    await page.getByRole("button", { name: "Save Memory" }).click();
    await expect(page.getByText(/It is on this device until/)).toBeVisible();
    await go(page, "/me");
  }
  for (const [index, time] of TIMES.entries()) {
    await go(page, "/me?dialog=add-resource");
    await fillIn(page, `The ${time} ladder`);
    if (index < 2) await choosePhoto(page, `${time}.png`);
    await page.getByRole("button", { name: "Submit Resource" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "kept on this device" })).toBeVisible();
    await go(page, "/me");
  }
  for (const id of known.lent) {
    await go(page, `/library?dialog=borrow&id=${id}`);
    await page.getByLabel("First day").fill(dayIn(3));
    await page.getByLabel("Last day").fill(dayIn(4));
    await page.getByRole("button", { name: /^Ask for / }).click();
    await expect(page.getByText(/Kept on this device/)).toBeVisible();
    await go(page, "/library");
  }
  await go(page, "/borrowing");
  for (const step of ["Lend it", "Decline", "Lend it"]) {
    await page
      .getByRole("button", { name: new RegExp(`^${step}: `) })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("button", { name: step }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
  }
  for (const id of known.communities) {
    await go(page, `/community/${id}`);
    await page.getByRole("button", { name: "Ask to join" }).click();
    await expect(page.getByText("Your request waits on this device to be sent.")).toBeVisible();
  }
  await go(page, `/explore/camp/${known.camp}`);
  await page.getByRole("button", { name: "Favourite" }).click();
  await go(page, "/me?dialog=quest");
  await page.getByRole("button", { name: "Mark Complete" }).click();
  await expect(page.getByText("Done for today. Well done!")).toBeVisible();
  await go(page, "/");
  for (const [index, words] of SAID.entries()) {
    await page.getByPlaceholder("Send a message...").fill(words);
    await page.getByPlaceholder("Send a message...").press("Enter");
    await expect(page.getByText(/^Waiting to be sent/)).toHaveCount(index + 1);
  }
  const kept = await keptIds(page);
  // A thought is two calls, and two of the resources have a photo.
  expect(kept).toHaveLength(50 + TIMES.length + 2);
  await phone.kill();
  const copy = `${phone.folder}-copy`;
  await cp(phone.folder, copy, { recursive: true });

  const reopened = await phone.open();
  await reopened.goto(`${line.url}/`);
  await expect(reopened.getByText(/^Waiting to be sent/)).toHaveCount(SAID.length);
  await expectAccessible(reopened);
  await line.mend();
  await expectAllSent(reopened);
  const counted = await count(phone.context().request, line.url, known);
  expect(counted).toEqual({
    needs: NEEDS,
    changed: ["closed", "private"],
    said: SAID,
    memories: TIMES.map((time) => `What I saw the ${time} time, at the temple.`),
    listings: [1, 1, 0, 0],
    borrowed: 4,
    steps: ["approved", "approved", "declined"],
    asked: 3,
    marks: 1,
    quest: true,
  });

  // The phone as it was when it died, once more: it knows nothing of all this.
  const twin = await startPhone([], copy);
  const again = twin.page();
  await again.goto(`${line.url}/needs`);
  await expectAllSent(again);
  expect(await count(twin.context().request, line.url, known)).toEqual(counted);
  await twin.dispose();
  await other.dispose();
});

test("a full phone keeps the words in the form; what was changed here and elsewhere waits for a choice", async ({
  looby,
  line,
  phone,
}) => {
  const page = await arrive({ looby, line, phone }, "Both");
  const api = phone.context().request;
  const words = "The ladder stands at the blue tent.";
  const { id } = (await post(api, `${line.url}/api/memories`, { type: "want-to-know", content: words })) as {
    id: string;
  };
  await page.goto(`${line.url}/memories`);
  const card = page.getByRole("list", { name: "Memories" }).locator("[aria-posinset]").first();
  await expect(card).toContainText(words);
  await line.cut();
  for (const colour of ["red", "green"]) {
    await card.getByRole("button", { name: "Edit this memory" }).click();
    await card.getByRole("textbox", { name: "Your memory" }).fill(`The ladder stands at the ${colour} tent.`);
    await card.getByRole("button", { name: "Save", exact: true }).click();
    await expect(card).toContainText(`at the ${colour} tent`);
  }
  const change = { content: "The ladder stands at the yellow tent." };
  expect((await api.patch(`${looby.url}/api/memories/${id}`, { data: change })).status()).toBe(200);
  await line.mend();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.getByRole("button", { name: "1 change needs your decision" }).click();
  const outbox = page.getByRole("dialog", { name: "Waiting to be sent" });
  await expect(outbox.getByRole("region", { name: /^Yours/ })).toContainText("at the green tent");
  await expect(outbox.getByRole("region", { name: /^On the server/ })).toContainText("at the yellow tent");
  await expectAccessible(page);
  await outbox.getByRole("button", { name: /^Keep mine/ }).click();
  await expect(outbox.getByText("Nothing is waiting")).toBeVisible();
  const [newest] = (await (await api.get(`${line.url}/api/memories?limit=1`)).json()) as {
    content: string;
  }[];
  expect(newest?.content).toBe("The ladder stands at the green tent.");

  await page.goto(`${line.url}/needs`);
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    addEventListener("room", () => (IDBObjectStore.prototype.add = add));
  });
  const box = page.getByLabel("What do you look for?");
  await box.fill("I'm looking for room on my phone");
  await page.getByRole("button", { name: "Look for it" }).click();
  await expect(page.getByRole("alert")).toContainText("no room left on this device");
  await expect(box).toHaveValue("I'm looking for room on my phone");
  await expect(page.getByRole("list", { name: "What you look for" })).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event("room")));
  await page.getByRole("button", { name: "Look for it" }).click();
  await expect(page.getByRole("list", { name: "What you look for" })).toContainText("room on my phone");
});

interface Known {
  lent: string[];
  communities: string[];
  camp: string;
}

/** What the day needs, seen once while there is a signal. */
async function prepare(
  page: Page,
  mine: APIRequestContext,
  other: APIRequestContext,
  url: string,
): Promise<Known> {
  await post(other, "/api/account/sign-up", { pseudonym: "Fifty's friend", password: PASSWORD });
  const { loobricates } = (await (await other.get("/api/loobricates")).json()) as {
    loobricates: { id: string }[];
  };
  const add = async (caller: APIRequestContext, from: string, title: string) => {
    const entry = {
      loobricateId: loobricates[0]?.id,
      title,
      description: "With a box.",
      offeringType: "gear",
    };
    return ((await post(caller, `${from}/api/loobrary-signup`, entry)) as { id: string }).id;
  };
  const lent: string[] = [];
  for (const time of TIMES) lent.push(await add(other, "", `The friend's ${time} drill`));
  for (const time of TIMES.slice(0, 3)) {
    const resourceId = await add(mine, url, `My ${time} tent`);
    await post(other, "/api/loans", { resourceId, first: dayIn(3), last: dayIn(4) });
  }
  await post(mine, `${url}/api/daily-dumps`, {
    content: "Dust in my boots.",
    timestamp: new Date().toISOString(),
  });
  const camps = (await (await mine.get(`${url}/api/playaCamps`)).json()) as { id: string }[];
  const known = { lent, communities: loobricates.slice(0, 3).map(({ id }) => id), camp: camps[0]?.id ?? "" };
  await page.goto(`${url}/explore/camp/${known.camp}`);
  await expect(page.getByRole("button", { name: "Favourite" })).toBeVisible();
  for (const id of lent) {
    await go(page, `/library?dialog=borrow&id=${id}`);
    await expect(page.getByLabel("How they reach you")).toBeVisible();
  }
  for (const id of known.communities) {
    await go(page, `/community/${id}`);
    await expect(page.getByRole("button", { name: "Ask to join" })).toBeVisible();
  }
  await go(page, "/borrowing");
  await expect(page.getByRole("button", { name: /^Lend it: / })).toHaveCount(3);
  await go(page, "/me?dialog=quest");
  await expect(page.getByRole("button", { name: "Mark Complete" })).toBeVisible();
  await go(page, "/needs");
  await expect(page.getByLabel("What do you look for?")).toBeVisible();
  // A browser writes what it keeps, and its cookies, every now and then; the day begins with what a first visit has left.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  return known;
}

/** How much of it the server has. */
async function count(api: APIRequestContext, url: string, { lent, communities }: Known) {
  const get = async (path: string) => (await (await api.get(url + path)).json()) as never;
  const { needs } = (await get("/api/needs/mine")) as {
    needs: { text: string; state: string; isShared: boolean }[];
  };
  const { threads } = (await get("/api/threads")) as { threads: { id: string }[] };
  const talks = await Promise.all(
    threads.map(
      async ({ id }) =>
        (await get(`/api/threads/${id}`)) as { messages: { role: string; content: string }[] },
    ),
  );
  const memories = (await get("/api/memories?limit=200")) as { content: string }[];
  const { listings } = (await get("/api/listings?limit=500")) as {
    listings: { title: string; photos: { gallery: unknown[] } }[];
  };
  const { loans } = (await get("/api/loans")) as {
    loans: { resourceId: string; state: string; side: string }[];
  };
  const { loobricates } = (await get("/api/loobricates")) as {
    loobricates: { id: string; joinRequest: { state: string } | null }[];
  };
  const { marks } = (await get("/api/camp-marks")) as { marks: { isFavourite: boolean }[] };
  const { completed } = (await get("/api/daily-quest")) as { completed: boolean };
  return {
    needs: new Set(needs.map(({ text }) => text)).size === needs.length ? needs.length : "twice",
    changed: needs.flatMap(({ state, isShared }) => [
      ...(state === "closed" ? ["closed"] : []),
      ...(isShared ? [] : ["private"]),
    ]),
    said: talks.flatMap(({ messages }) =>
      messages.filter(({ role }) => role === "user").map(({ content }) => content),
    ),
    memories: memories
      .map(({ content }) => content)
      .filter((content) => content.startsWith("What I saw"))
      .toReversed(),
    listings: TIMES.flatMap((time) =>
      listings
        .filter(({ title }) => title === `The ${time} ladder`)
        .map(({ photos }) => photos.gallery.length),
    ),
    borrowed: loans.filter(({ side, resourceId }) => side === "borrower" && lent.includes(resourceId)).length,
    steps: loans
      .filter(({ side }) => side === "owner")
      .map(({ state }) => state)
      .toSorted(),
    asked: loobricates.filter(
      ({ id, joinRequest }) => communities.includes(id) && joinRequest?.state === "pending",
    ).length,
    marks: marks.filter(({ isFavourite }) => isFavourite).length,
    quest: completed,
  };
}

/** Within the page, as its own links do. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, "", to), path);
}

async function keptIds(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const { promise, resolve, reject } = Promise.withResolvers<{ id: string }[]>();
    const opening = indexedDB.open("looby");
    opening.onerror = () => reject(opening.error ?? new Error("no database"));
    opening.onsuccess = () => {
      const reading = opening.result.transaction("outbox").objectStore("outbox").getAll();
      reading.onsuccess = () => resolve(reading.result as { id: string }[]);
    };
    const rows = await promise;
    opening.result.close();
    return rows.map(({ id }) => id);
  });
}

async function expectAllSent(page: Page): Promise<void> {
  await expect.poll(() => keptIds(page), { timeout: 100_000 }).toEqual([]);
}

function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

async function post(caller: APIRequestContext, path: string, data: object): Promise<unknown> {
  const response = await caller.post(path, { data });
  expect(response.status(), await response.text()).toBe(200);
  return await response.json();
}
