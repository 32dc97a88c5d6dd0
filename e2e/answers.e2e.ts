import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures/looby.ts";
import { answered, sendMessage } from "./fixtures/talk.ts";

// An answer starts at its question, shows each fact once and offers follow-ups to tap. Nothing is shown below a help card.

const phones = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
] as const;

/** Small windows and large text, in percent. */
const tightRooms = [
  { width: 320, height: 568, text: 100 },
  { width: 844, height: 390, text: 100 },
  { width: 360, height: 480, text: 100 },
  { width: 390, height: 844, text: 200 },
  { width: 320, height: 568, text: 200 },
  { width: 1280, height: 720, text: 200 },
] as const;

test(
  "shows each fact of an answer once: a lead, then cards from best to worst",
  { tag: "@gate" },
  async ({ open, page }) => {
    await page.setViewportSize(phones[0]);
    await open("/");
    await expect(page.getByRole("list", { name: "Suggested prompts" })).toBeVisible();
    await countShifts(page);
    await sendMessage(page, "who has a ladder near 7:30?");
    const log = page.getByRole("log");
    const ways = log.getByRole("list", { name: "Ways to go on" });
    await expect(ways).toBeVisible();
    const answer = log.locator("[data-answer]").last();
    await expect(answer).toContainText(/(?:One|Two|Three) ladders? near 7:30/);
    const cards = answer.getByRole("list", { name: "Sources" }).getByRole("listitem");
    const best = cards.first();
    await expect(best).toContainText(/ladder/i);
    await expect(best).toContainText(/& \w+, \d+ min walk/);
    await expect(best).toContainText(/Available|Out until|Overdue|Needs a look|Unavailable|Maintenance/);
    await expect(best).toContainText(/“.+”/s);
    await expect(best).toContainText("1");
    await expect(best.getByRole("link", { name: /^Show .* on the map$/ })).toBeVisible();
    const title = await best.getByRole("button").first().innerText();
    const shown = await answer.innerText();
    expect(shown.split(`\n${title}\n`).length - 1).toBe(
      await cards.getByRole("button", { name: title, exact: true }).count(),
    );
    expect(shown).not.toMatch(/ m away/);
    await expectAtTop(page, "who has a ladder near 7:30?");
    await expect(best).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("list", { name: "Suggested prompts" })).toBeHidden();
    expect(await shiftsOf(page)).toBeLessThan(0.05);
    await expectAccessible(page);

    // A short answer to the next question also starts at its question.
    await ways.getByRole("button", { name: "Free tomorrow?" }).click();
    await answered(page);
    await expect(log.locator("[data-answer]").last()).toContainText(/free/);
    await expectAtTop(page, /free tomorrow\?$/);

    // A tap on its card opens the item.
    await log.locator("[data-answer]").last().getByRole("button", { name: title }).first().click();
    await expect(page.getByRole("dialog", { name: title })).toBeVisible();
  },
);

test("repeats no fact after a reload and does not interrupt scrolling", async ({ open, page }) => {
  await page.setViewportSize(phones[1]);
  await open("/");
  await sendMessage(page, "who has a ladder near 7:30?");
  const log = page.getByRole("log");
  const ways = log.getByRole("list", { name: "Ways to go on" });
  await expect(ways).toBeVisible();
  const cards = log.getByRole("list", { name: "Sources" }).getByRole("listitem");
  const count = await cards.count();
  await expectAtTop(page, "who has a ladder near 7:30?");
  await log.hover();
  await page.mouse.wheel(0, 150);
  const top = await log.evaluate(({ scrollTop }) => scrollTop);
  await page.setViewportSize({ width: 320, height: 520 });
  expect(await log.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThanOrEqual(top);
  await page.reload();
  await expect(cards).toHaveCount(count);
  await expect(log.locator("[data-answer]").last()).not.toContainText(" m away");
});

for (const size of phones)
  test(`shows nothing below or over a help card, at ${size.width}x${size.height}`, async ({ open, page }) => {
    await page.setViewportSize(size);
    await open("/");
    await sendMessage(page, "who has a ladder near 7:30?");
    await expect(page.getByRole("list", { name: "Ways to go on" })).toBeVisible();
    await sendMessage(page, "my friend collapsed and wont wake up");
    const card = page.getByRole("log").getByRole("alert");
    const heading = card.getByRole("heading", { name: "Get people first, now." });
    await expect(heading).toBeInViewport({ ratio: 1 });
    await answered(page);
    await expect(heading).toBeInViewport({ ratio: 1 });
    for (const name of ["Suggested prompts", "Ways to go on"])
      await expect(page.getByRole("list", { name })).toHaveCount(0);
    await expect(page.getByText(/open survey/)).toHaveCount(0);
    await expect(page.getByRole("log").getByText("Why this").locator("visible=true")).toHaveCount(1);
    expect(await wordsBelowHelp(page)).toBe("");
    const log = page.getByRole("log");
    const end = await log.evaluate(({ scrollHeight }) => scrollHeight);
    // The jump button never overlaps the card at any scroll position, not even when a later answer is below it.
    for (let at = 0; at <= end; at += 120) {
      await log.evaluate((list, top) => list.scrollTo({ top, behavior: "instant" }), at);
      expect(await coversHelp(page)).toBe(false);
    }
    await expectAccessible(page);
    await sendMessage(page, "hello");
    await answered(page);
    for (let at = 0; at <= end; at += 120) {
      await log.evaluate((list, top) => list.scrollTo({ top, behavior: "instant" }), at);
      await expect.poll(() => coversHelp(page)).toBe(false);
    }
  });

test("gives the conversation two fifths of a small window and shows Settings", async ({ open, page }) => {
  await page.setViewportSize(phones[0]);
  await open("/");
  await expect(page.getByRole("list", { name: "Suggested prompts" })).toBeVisible();
  await setTextSize(page, 200);
  await expect(page.getByText("Hi, I’m Looby.")).toBeInViewport({ ratio: 1 });
  await expectRoom(page);
  await sendMessage(page, "who has a ladder near 7:30?");
  await expect(page.getByRole("list", { name: "Ways to go on" })).toBeAttached();
  await expectRoom(page);
});

async function expectRoom(page: Page): Promise<void> {
  const log = page.getByRole("log");
  for (const { width, height, text } of tightRooms)
    await test.step(`${width}x${height} at ${text} %`, async () => {
      await page.setViewportSize({ width, height });
      await setTextSize(page, text);
      await expect.poll(async () => (await log.boundingBox())?.height).toBeGreaterThanOrEqual(height * 0.4);
      await expect(page.getByRole("button", { name: "Settings" })).toBeInViewport({ ratio: 1 });
      const isLow = height < 600 * (text / 100);
      await expect(page.getByText("Active Companion")).toBeVisible({ visible: !isLow });
    });
}

/** Like a phone's setting for larger text. */
async function setTextSize(page: Page, percent: number): Promise<void> {
  await page.evaluate((size) => (document.documentElement.style.fontSize = `${size}%`), percent);
}

async function expectAtTop(page: Page, words: string | RegExp): Promise<void> {
  const log = page.getByRole("log");
  const question = log.locator("[data-message]:not([data-answer])").filter({ hasText: words }).last();
  const distance = async () => {
    const [list, box] = [await log.boundingBox(), await question.boundingBox()];
    return (box?.y ?? Number.NaN) - (list?.y ?? 0);
  };
  await expect
    .poll(async () => {
      const away = await distance();
      return away >= 0 && away < 40 ? "at the top" : `${away} px from it`;
    })
    .toBe("at the top");
}

/** The text in the conversation after the newest help card. */
async function wordsBelowHelp(page: Page): Promise<string> {
  return await page.getByRole("log").evaluate((log) => {
    const card = [...log.querySelectorAll("[data-help]")].at(-1);
    if (card === undefined || log.lastChild === null) return "no card";
    const below = document.createRange();
    below.setStartAfter(card);
    below.setEndAfter(log.lastChild);
    return below.toString().trim();
  });
}

/** Whether the jump button overlaps a help card. */
async function coversHelp(page: Page): Promise<boolean> {
  const jump = page.getByRole("button", { name: "Scroll to bottom" });
  // Two frames: the scroll is reported in the first, and shown in the second.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  );
  if (!(await jump.isVisible())) return false;
  const box = await jump.boundingBox();
  return await page.getByRole("log").evaluate(
    (log, button) =>
      button !== null &&
      [...log.querySelectorAll("[data-help]")].some((card) => {
        const { top, bottom } = card.getBoundingClientRect();
        return top < button.y + button.height && bottom > button.y;
      }),
    box,
  );
}

/** Starts adding up layout shifts of messages that the user did not cause. */
async function countShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    type Shift = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: readonly { node: Node | null }[];
    };
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        const isOfMessage = sources.some(({ node }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          return element instanceof Element && element.closest("[data-message]") !== null;
        });
        if (!hadRecentInput && isOfMessage) sum += value;
      }
      document.documentElement.dataset["shifts"] = String(sum);
    }).observe({ type: "layout-shift" });
  });
}

async function shiftsOf(page: Page): Promise<number> {
  return Number((await page.locator("html").getAttribute("data-shifts")) ?? 0);
}
