import fc from "fast-check";
import { expect } from "./fixtures/looby.ts";
import { openLine } from "./fixtures/line.ts";
import { answered, sendMessage, test } from "./fixtures/talk.ts";
import { patient } from "../scripts/patience.ts";

// The connection fails at every critical moment of an answer. No text is lost or duplicated, and the user need not act.

test("receives an answer byte for byte through 20 lost connections", async ({ browser, looby, model }) => {
  const line = await openLine(looby.url);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(line.url);
    await page.evaluate(async () => navigator.storage.estimate()); // the page is running
    const words = fc.sample(fc.stringMatching(/^[a-z]{1,9}$/), { numRuns: 400, seed: 21 });
    const pauses = fc.sample(fc.integer({ min: 40, max: 220 }), { numRuns: 20, seed: 22 });
    model.script = words.flatMap((word) => [`${word} `, { pauseMs: 25 }]);
    await sendMessage(page, "tell me everything");
    const log = page.getByRole("log");
    await expect(log).toContainText(words.slice(0, 3).join(" "));
    for (const pause of pauses) {
      await page.waitForTimeout(pause);
      await line.cut();
      await line.mend();
      await page.evaluate(() => window.dispatchEvent(new Event("online")));
    }
    await expect(log.getByText("Answered by")).toBeVisible({ timeout: patient(60_000) });
    const paragraph = log
      .locator("[data-message] p")
      .filter({ hasText: words[0] ?? "" })
      .last();
    // An answer that was delayed by the connection also names its model.
    const wholeAnswer = { timeout: patient(60_000) };
    await expect.poll(async () => (await paragraph.innerText()).trim(), wholeAnswer).toBe(words.join(" "));
  } finally {
    await context.close();
    await line.close();
  }
});

test("shows the answer by itself after a connection lost at the wrong moment", async ({
  browser,
  looby,
  model,
}) => {
  const line = await openLine(looby.url);
  const context = await browser.newContext({ serviceWorkers: "allow" });
  try {
    const page = await context.newPage();
    await page.goto(line.url);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    const log = page.getByRole("log");
    const answer = log.locator("[data-answer]").last();
    const waits = log.getByText(/Waiting for the signal/);
    const faults = log.getByRole("alert");

    // Reloaded during an answer, and cut off before another word arrives.
    model.script = ["First so far.", { pauseMs: 8_000 }, " First end."];
    await sendMessage(page, "one?");
    await expect(log).toContainText("First so far.");
    let asked = 0;
    line.treat = (call) => {
      if (!call.endsWith("/stream")) return "pass";
      asked += 1;
      return "hang";
    };
    await page.reload();
    await expect.poll(() => asked).toBeGreaterThan(0);
    await line.cut();
    line.treat = () => "pass";
    await expect(waits).toBeVisible({ timeout: patient(20_000) });
    await expect(faults).toHaveCount(0);
    await line.mend();
    await expect(answer).toContainText("First so far. First end.", { timeout: patient(30_000) });
    await expect(waits).toBeHidden();
    // Enter sends nothing while an answer is being written.
    await expect(answer).toContainText("Answered by");

    // Cut off after the first words. Messages sent while offline are queued and answered later.
    model.script = ["Second so far.", { pauseMs: 4_000 }, " Second end."];
    await sendMessage(page, "two?");
    await expect(log).toContainText("Second so far.");
    await line.cut();
    await sendMessage(page, "and meanwhile?");
    await expect(log).toContainText("Waiting to be sent.");
    model.script = ["Meanwhile."];
    await page.waitForTimeout(4_000);
    await line.mend();
    await expect(log).toContainText("Second so far. Second end.", { timeout: patient(30_000) });
    await expect(answer).toContainText("Meanwhile.", { timeout: patient(30_000) });
    await expect(log.getByText("and meanwhile?", { exact: true })).toHaveCount(1);

    // Reloaded while offline.
    await answered(page);
    model.script = ["Third so far.", { pauseMs: 6_000 }, " Third end."];
    await sendMessage(page, "three?");
    await expect(log).toContainText("Third so far.");
    await line.cut();
    await page.reload();
    // Shown from this phone's cache if it was cached.
    await expect(log.getByText(/Waiting for the signal|On this phone, last synced/)).toBeVisible({
      timeout: patient(20_000),
    });
    await expect(page.getByRole("textbox", { name: "Message" })).toBeEditable();
    await expect(faults).toHaveCount(0);
    await line.mend();
    await expect(answer).toContainText("Third so far. Third end.", { timeout: patient(30_000) });
    await expect(log.getByText("three?", { exact: true })).toHaveCount(1);
  } finally {
    await context.close();
    await line.close();
  }
});

test("continues an answer in a new tab while it is being written", async ({
  page,
  context,
  looby,
  model,
}) => {
  model.script = ["So far and", { pauseMs: 5_000 }, " to the end."];
  await page.goto(looby.url);
  await sendMessage(page, "go on, please");
  await expect(page.getByRole("log")).toContainText("So far and");
  const other = await context.newPage();
  await other.goto(looby.url);
  await expect(other.getByRole("log")).toContainText("So far and to the end.", {
    timeout: patient(30_000),
  });
  await expect(other.getByRole("log").getByText("go on, please")).toBeVisible();
});

test("restores the last checkpoint after a server crash and lets the user retry", async ({
  page,
  looby,
  model,
}) => {
  model.script = ["Kept words.", { pauseMs: 60_000 }];
  await page.goto(looby.url);
  await sendMessage(page, "go on");
  const log = page.getByRole("log");
  await expect(log).toContainText("Kept words.");
  await page.waitForTimeout(3_500); // a checkpoint
  await looby.kill();
  await expect(page.getByText("No signal: the answer goes on when you are back")).toBeVisible();
  await looby.start();
  await expect(page.getByText(/restarted in the middle of this answer/)).toBeVisible({
    timeout: patient(30_000),
  });
  await expect(log).toContainText("Kept words.");
  model.script = ["Whole words."];
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(log).toContainText("Whole words.");
});
