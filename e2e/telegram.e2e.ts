import TelegramServer from "telegram-test-api";
import { test as base, expect, expectAccessible } from "./fixtures/looby.ts";
import { type LoobyServer, startServer } from "./fixtures/server.ts";

const TOKEN = "123:a-token";

/** An emulator of Telegram, and a server whose bot is there. */
const test = base.extend<object, { telegram: TelegramServer; looby: LoobyServer }>({
  telegram: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to learn what a fixture needs: nothing
    async ({}, provide) => {
      const telegram = new TelegramServer({ port: 20_000 + (process.pid % 20_000), host: "127.0.0.1" });
      await telegram.start();
      await provide(telegram);
      await telegram.stop();
    },
    { scope: "worker" },
  ],
  looby: [
    async ({ telegram }, provide) => {
      const server = await startServer({
        TELEGRAM_BOT_TOKEN: TOKEN,
        TELEGRAM_API_URL: telegram.config.apiURL,
      });
      await provide(server);
      await server.dispose();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

test("an account is linked by a code, asks from Telegram, and is unlinked", async ({ open, telegram }) => {
  const page = await open("/?dialog=account&mode=sign-up");
  await page.getByLabel("Pseudonym").fill("Tess");
  await page.getByRole("textbox", { name: "Password" }).fill("a tent with 3 poles");
  await page.getByRole("dialog").getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText("Signed in as Tess.")).toBeVisible();

  await page.goto("/?dialog=settings");
  const section = page.getByRole("region", { name: "Telegram" });
  await section.getByRole("button", { name: "Link Telegram" }).click();
  const address = await section.getByRole("link", { name: "Open Telegram" }).getAttribute("href");
  const code = new URL(address ?? "").searchParams.get("start") ?? "";
  await expectAccessible(page);

  const client = telegram.getClient(TOKEN, { userName: "tess", timeout: 20_000 });
  await client.sendCommand(client.makeCommand(`/start ${code}`));
  expect(JSON.stringify(await client.getUpdates())).toContain("Hello Tess, this chat is linked to Looby.");
  await expect(section.getByText("Linked with @tess.")).toBeVisible();
  await client.sendMessage(client.makeMessage("who can lend me a generator near 7:30?"));
  expect(JSON.stringify(await client.getUpdates())).toMatch(/\[1\].*generator/i);

  await section.getByRole("button", { name: "Unlink Telegram" }).click();
  await expect(section.getByRole("button", { name: "Link Telegram" })).toBeVisible();
});
