import { expect, expectAccessible } from "./fixtures/looby.ts";
import { answered, sendMessage, test } from "./fixtures/talk.ts";
import { patient } from "../scripts/patience.ts";

test("lets a user edit a message by keyboard and switch between its versions", async ({
  page,
  looby,
  model,
}) => {
  await page.goto(looby.url);
  const log = page.getByRole("log");
  model.script = ["The first answer."];
  await sendMessage(page, "where is watter");
  await expect(log).toContainText("The first answer.");
  await expect(log).toContainText("Answered by own/model");
  await answered(page);
  model.script = ["The second answer."];
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText("Editing your message")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("where is watter");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("");
  await page.keyboard.press("ArrowUp");
  await sendMessage(page, "where is water?");
  await expect(log).toContainText("The second answer.");
  await expect(log).not.toContainText("watter");
  await answered(page);

  model.script = ["The third answer."];
  await page.getByRole("button", { name: "Answer again" }).click();
  await expect(log).toContainText("The third answer.");
  const answers = page.getByRole("group", { name: "Versions of this answer" });
  await expect(answers).toContainText("2 of 2");
  await answers.getByRole("button", { name: "Previous answer" }).click();
  await expect(log).toContainText("The second answer.");
  await expect(answers).toContainText("1 of 2");
  const questions = page.getByRole("group", { name: "Versions of this question" });
  await expect(questions).toContainText("2 of 2");
  await questions.getByRole("button", { name: "Previous question" }).click();
  await expect(log).toContainText("where is watter");
  await expect(log).toContainText("The first answer.");
  await expectAccessible(page);
  // The server has the new branch as well.
  await page.reload();
  await expect(log).toContainText("where is watter");
  await expect(questions).toContainText("1 of 2");
});

test(
  "queues messages during an answer, shows help at once and withdraws a message",
  { tag: "@gate" },
  async ({ page, looby, model }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    model.script = ["So far and", { pauseMs: 60_000 }];
    await page.goto(looby.url);
    await sendMessage(page, "go on");
    const log = page.getByRole("log");
    await expect(log).toContainText("So far and");
    model.script = ["The next answer."];
    await sendMessage(page, "and water?");
    await expect(page.getByText("Waiting for the answer above.")).toBeInViewport();
    await expect(page.getByText("So far and")).toBeInViewport();
    await sendMessage(page, "never mind");
    const takeBack = page.getByRole("button", { name: "Take back" });
    await expect(takeBack).toHaveCount(2);
    await expectAccessible(page);
    await takeBack.last().click();
    await expect(takeBack).toHaveCount(1);
    const words = page.getByRole("textbox", { name: "Message" });
    await expect(words).toHaveValue("never mind");
    await sendMessage(page, "My friend is unconscious");
    await expect(page.getByRole("heading", { name: "Get people first, now." })).toBeInViewport();
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await expect(log).toContainText("The next answer.");
    await answered(page);
    await expect(takeBack).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Get people first, now." })).toBeVisible();
    await expect(log).not.toContainText("never mind");
  },
);

test("stops an answer from another tab and shows its text in both", async ({
  page,
  context,
  looby,
  model,
}) => {
  model.script = ["So far and", { pauseMs: 60_000 }, " never this."];
  await page.goto(looby.url);
  await sendMessage(page, "go on");
  const log = page.getByRole("log");
  await expect(log).toContainText("So far and");
  const other = await context.newPage();
  await other.goto(looby.url);
  await other.getByRole("button", { name: "Conversations" }).click();
  await other
    .getByRole("list", { name: "Conversations" })
    .getByRole("button", { name: "go on" })
    .first()
    .click();
  await expect(other.getByRole("log")).toContainText("So far and");
  await other.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(other.getByText("Stopped here.")).toBeVisible();
  await expect(page.getByText("Stopped here.")).toBeVisible();
  await expect(log).toContainText("So far and");
  model.script = ["All of it."];
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(log).toContainText("All of it.");
});

test(
  "finds conversations by their words and lets a user rename or delete them",
  { tag: "@gate" },
  async ({ page, looby, model }) => {
    model.script = ["Ask Nova, she repairs bicycles."];
    await page.goto(looby.url);
    const log = page.getByRole("log");
    await sendMessage(page, "my wheel is broken");
    await expect(log).toContainText("Ask Nova");
    await answered(page);
    await page.getByRole("button", { name: "Conversations" }).click();
    const dialog = page.getByRole("dialog", { name: "Conversations" });
    await dialog.getByRole("button", { name: "New chat" }).click();
    await expect(dialog).toBeHidden();
    await expect(log).not.toContainText("Ask Nova");
    await expect(log).toContainText("Hi, I’m Looby.");
    model.script = ["At the ice camp."];
    await sendMessage(page, "where is ice?");
    await expect(log).toContainText("At the ice camp.");
    await answered(page);

    await page.getByRole("button", { name: "Conversations" }).click();
    const list = dialog.getByRole("list", { name: "Conversations" });
    await expect(list.getByRole("listitem")).toHaveCount(2);
    await expect(list.getByRole("listitem").first()).toContainText("where is ice?");
    await dialog.getByLabel("Search your conversations").fill("nova bicycles");
    await expect(list.getByRole("listitem")).toHaveCount(1);
    await expect(list).toContainText("Ask Nova, she repairs bicycles.");
    await expectAccessible(page);
    await dialog.getByLabel("Search your conversations").fill("nothing like it");
    await expect(dialog.getByText("Nothing found")).toBeVisible();
    await dialog.getByLabel("Search your conversations").fill("wheel");
    await list.getByRole("button", { name: "my wheel is broken", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(log).toContainText("Ask Nova");

    await page.getByRole("button", { name: "Conversations" }).click();
    await list.getByRole("button", { name: "Rename my wheel is broken" }).click();
    await page.keyboard.press("Escape"); // Escape leaves the name field, not the list
    await list.getByRole("button", { name: "Rename my wheel is broken" }).click();
    await dialog.getByLabel("Name of the conversation").fill("Bicycle");
    await page.keyboard.press("Enter");
    await expect(list.getByRole("button", { name: "Bicycle", exact: true })).toBeVisible();
    await list.getByRole("button", { name: "Delete Bicycle" }).click();
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(list.getByRole("listitem")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(log).toContainText("Hi, I’m Looby.");
  },
);

test("opens the stored copy of a conversation offline and syncs it afterwards", async ({
  page,
  looby,
  model,
}) => {
  model.script = ["Kept."];
  await page.goto(looby.url);
  const stored = page.waitForResponse(/\/api\/threads\/[^?]+$/);
  await sendMessage(page, "remember this");
  await expect(page.getByRole("log")).toContainText("Kept.");
  await stored;
  await page.getByRole("button", { name: "Conversations" }).click();
  const dialog = page.getByRole("dialog", { name: "Conversations" });
  await expect(dialog.getByRole("listitem")).toHaveCount(1);
  await dialog.getByRole("button", { name: "New chat" }).click();
  await looby.stop();
  await page.getByRole("button", { name: "Conversations" }).click();
  await dialog.getByRole("button", { name: "remember this", exact: true }).click();
  const log = page.getByRole("log");
  await expect(log).toContainText("Kept.");
  await expect(log.getByText(/On this phone, last synced/)).toBeVisible();
  await looby.start();
  await expect(log.getByText(/On this phone, last synced/)).toBeHidden({ timeout: patient(30_000) });
  await expect(log).toContainText("Kept.");
});

test("supports keyboard shortcuts and announces whole sentences two seconds apart", async ({
  page,
  looby,
  model,
}) => {
  const sentences = ["First of all, water.", "Then shade.", "Then a bell.", "And last, a friend."];
  model.script = [
    ...sentences.flatMap((sentence) => sentence.split(" ").flatMap((word) => [`${word} `, { pauseMs: 150 }])),
    { pauseMs: 2_500 },
    "Half a",
    { pauseMs: 60_000 },
  ];
  await page.goto(looby.url);
  await expect(page.getByRole("heading", { name: "Looby" })).toBeVisible();
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  // The shortcuts load after the first paint.
  await expect(async () => {
    await page.keyboard.press("Shift+?");
    await expect(keys).toContainText("Edit your last message", { timeout: 2_000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.locator("body").click({ position: { x: 5, y: 400 } });
  // The chat's shortcuts load together with the announcer of its answers, later than the global shortcuts.
  await expect(page.locator('[aria-label="Chat"] > output')).toBeAttached();
  await page.keyboard.press("/");
  await expect(page.getByRole("textbox", { name: "Message" })).toBeFocused();
  await page.keyboard.type("What do I need? 1/2");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("What do I need? 1/2");
  await page.evaluate(() => {
    const announced: { at: number; text: string }[] = [];
    Object.assign(window, { heard: announced });
    const region = document.querySelector('[aria-label="Chat"] > output');
    if (region === null) throw new Error("nothing announces");
    new MutationObserver(() => announced.push({ at: performance.now(), text: region.textContent })).observe(
      region,
      {
        childList: true,
        characterData: true,
        subtree: true,
      },
    );
  });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("log")).toContainText("Half a");
  await page.keyboard.press("Escape");
  await expect(page.getByText("Stopped here.")).toBeVisible();
  await expect(page.locator('[aria-label="Chat"] > output')).toContainText("The answer was stopped.");
  const announced = await page.evaluate(
    () => (window as unknown as { heard: { at: number; text: string }[] }).heard,
  );
  // If the server takes longer than a second, the page first announces that the message is queued.
  if (announced[0]?.text.startsWith("Your message is saved on this device") === true) announced.shift();
  expect(announced.map(({ text }) => text).join(" ")).toBe(
    `${sentences.join(" ")} Half a The answer was stopped.`,
  );
  for (const { text } of announced) expect(text).toMatch(/[.]$/);
  for (let index = 1; index < announced.length; index += 1)
    expect((announced[index]?.at ?? 0) - (announced[index - 1]?.at ?? 0)).toBeGreaterThan(1_900);
});

test("closes a conversation that is deleted on another phone or without a signal", async ({
  page,
  browser,
  looby,
  model,
}) => {
  model.script = ["An answer."];
  await page.goto(`${looby.url}/me`);
  const account = page.getByRole("dialog", { name: "Your account" });
  await page.getByRole("button", { name: "Sign Up" }).click();
  await account.getByLabel("Pseudonym").fill("Plover");
  await account.getByLabel("Password", { exact: true }).fill("a tent with 3 poles");
  await account.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByRole("heading", { name: "Plover", exact: true })).toBeVisible();
  await page.goto(looby.url);
  await sendMessage(page, "where is ice?");
  await answered(page);

  const phone = await browser.newContext({
    baseURL: looby.url,
    serviceWorkers: "block",
    storageState: await page.context().storageState(),
  });
  const other = await phone.newPage();
  await other.goto("/");
  await other.getByRole("button", { name: "Conversations" }).click();
  await other.getByRole("button", { name: "Delete where is ice?" }).click();
  await other
    .getByRole("group", { name: /^Delete/ })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(page.getByRole("log")).not.toContainText("where is ice?");
  await expect(page.getByText("Hi, I’m Looby.").or(page.getByText("Good to see you again."))).toBeVisible();

  // Without a signal, it is hidden on this phone, named in the outbox, and back after Undo.
  await sendMessage(page, "where is shade?");
  await answered(page);
  await page.getByRole("button", { name: "Conversations" }).click();
  const deleting = page.getByRole("button", { name: "Delete where is shade?" });
  await expect(deleting).toBeVisible();
  await page.route("**/api/**", (route) => route.abort());
  await deleting.click();
  await page
    .getByRole("group", { name: /^Delete/ })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(deleting).toBeHidden();
  await expect(page.getByRole("log")).not.toContainText("where is shade?");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: /1 waiting/ }).click();
  await page.getByRole("button", { name: "Undo Delete: where is shade?" }).click();
  await page.keyboard.press("Escape");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Conversations" }).click();
  await expect(deleting).toBeVisible();
  await phone.close();
});
