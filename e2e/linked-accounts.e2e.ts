import type { Page } from "@playwright/test";
import { expect, expectAccessible, test as base } from "./fixtures/looby.ts";
import { BOT_TOKEN, type Connected } from "./fixtures/servers.ts";
import { patient } from "../scripts/patience.ts";

const test = base.extend<Pick<Connected, "telegram" | "omi">>({
  telegram: async ({ servers }, provide) => await provide((await servers.connected()).telegram),
  omi: async ({ servers }, provide) => await provide((await servers.connected()).omi),
});

test.use({ server: "connected" });

test("links a Telegram account by a code, answers it and unlinks it", async ({
  open,
  telegram,
  upstream,
}) => {
  // The library answers while the model is unavailable.
  upstream.answer = (response) => response.writeHead(503).end("{}");
  const page = await open("/?dialog=account&mode=sign-up");
  await signUp(page, "Tess");
  await page.goto("/?dialog=settings");
  const section = page.getByRole("region", { name: "Telegram" });
  await section.getByRole("button", { name: "Link Telegram" }).click();
  const address = await section.getByRole("link", { name: "Open Telegram" }).getAttribute("href");
  const code = new URL(address ?? "").searchParams.get("start") ?? "";
  await expectAccessible(page);

  const client = telegram.getClient(BOT_TOKEN, { userName: "tess", timeout: patient(20_000) });
  await client.sendCommand(client.makeCommand(`/start ${code}`));
  expect(JSON.stringify(await client.getUpdates())).toContain("Hello Tess, this chat is linked to Looby.");
  await expect(section.getByText("Linked with @tess.")).toBeVisible();
  await client.sendMessage(client.makeMessage("who can lend me a generator near 7:30?"));
  expect(JSON.stringify(await client.getUpdates())).toMatch(/\[1\].*generator/i);

  await section.getByRole("button", { name: "Unlink Telegram" }).click();
  await expect(section.getByRole("button", { name: "Link Telegram" })).toBeVisible();
});

test("links an Omi account by the code sent to it and imports its memories", async ({ open, omi }) => {
  const account = omi.account("uid-nell");
  account.memories.push({
    id: "m1",
    content: "The shade tent moved to 7:30",
    created_at: "2026-08-29T10:00:00Z",
  });
  const page = await open("/?dialog=account&mode=sign-up");
  await signUp(page, "Nell");

  await page.goto("/?dialog=settings");
  const section = page.getByRole("region", { name: "Omi" });
  await expect(section.getByRole("button", { name: "Connect Omi" })).toBeVisible();
  // Like the button, but without opening Omi: the test's pages may not call other hosts.
  const begun = await page.request.post("/api/omi/link", { data: {} });
  const state = new URL(((await begun.json()) as { url: string }).url).searchParams.get("state") ?? "";
  account.isEnabled = false;
  await page.goto(`/omi?uid=uid-nell&state=${state}`);
  await expect(page.getByRole("alert")).toContainText("App is not enabled for this user");
  account.isEnabled = true;
  await page.getByRole("button", { name: "Send a code" }).click();
  await expect(page.getByText("A code was sent to your Omi app.")).toBeVisible();
  await expectAccessible(page);

  const code = page.getByRole("textbox", { name: "Code from Omi" });
  await code.fill("1234");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByText("The code has eight digits.")).toBeVisible();
  const sent = account.notifications.at(-1)?.slice(0, 9) ?? "";
  await code.fill(`${sent.startsWith("0") ? "1" : "0"}${sent.slice(1)}`);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByText("That is not the code. You have 4 tries left.")).toBeVisible();
  await page.getByRole("button", { name: "Send a new code" }).click();
  await expect.poll(() => account.notifications.length).toBe(2);

  // Later, from the settings.
  await page.goto("/?dialog=settings");
  await section.getByRole("link", { name: "Enter the code" }).click();
  await code.fill(account.notifications.at(-1)?.slice(0, 9) ?? "");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByText("Omi is connected")).toBeVisible();

  await page.goto("/?dialog=settings");
  await section.getByRole("button", { name: "Fetch memories now" }).click();
  await expect(section.getByText(/1 new memory\.|Nothing new\./)).toBeVisible();
  await page.goto("/memories");
  await expect(page.getByText("The shade tent moved to 7:30")).toBeVisible();
});

async function signUp(page: Page, pseudonym: string): Promise<void> {
  await page.getByLabel("Pseudonym").fill(pseudonym);
  await page.getByRole("textbox", { name: "Password" }).fill("a tent with 3 poles");
  await page.getByRole("dialog").getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText(`Signed in as ${pseudonym}.`)).toBeVisible();
  // A dialog closes by navigating back, which would abort the test's next navigation.
  await expect(page.getByRole("dialog", { name: "Your account" })).toBeHidden();
}
