import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { listMemories } from "#shared/features/memories/archive/archive-contract.ts";
import { createLog } from "#server/log.ts";
import { createEgress } from "#server/platform/egress.ts";
import { grammyBot } from "#server/platform/telegram/grammy-bot.ts";
import type { TelegramUpdate } from "#server/platform/telegram/read-update.ts";
import { BOT_TOKEN, openFakeTelegram } from "#server/testing/doubles/fake-telegram.ts";
import { openTelegramWorld } from "#server/testing/doubles/telegram-world.ts";

test("requests only messages and button presses", async () => {
  await using world = await openTelegramWorld();
  const { client, phone } = await world.link("Ada");
  const stopping = new AbortController();
  const polling = world.bot.poll(
    (update) => world.app.talk?.receive(update) ?? Promise.resolve(),
    stopping.signal,
  );
  let nextMessage = phone.next();
  world.telegram.offer(phone.message({ text: "remember that the bread is in the blue box" }));
  const offered = await nextMessage;
  nextMessage = phone.next();
  world.telegram.offer(phone.press(offered, "Keep it"));
  expect((await nextMessage).text).toMatch(/^Saved as a memory/);
  expect(await client.call(listMemories, { query: {} })).toHaveLength(1);
  const asked = world.telegram.calls.filter(({ method }) => method === "getUpdates");
  expect(asked[0]?.body["allowed_updates"]).toEqual(["message", "callback_query"]);
  stopping.abort();
  await polling;
});

test("pauses between polls that are answered at once", async () => {
  const calls: string[] = [];
  const egress = async (address: string | URL): Promise<Response> => {
    const method = String(address).split("/").at(-1) ?? "";
    calls.push(method);
    await nextTurn();
    const me = { id: 1, is_bot: true, first_name: "Looby", username: "looby_bot" };
    return Response.json({ ok: true, result: method === "getMe" ? me : method === "getUpdates" ? [] : true });
  };
  const stopping = new AbortController();
  const bot = grammyBot(egress, { token: BOT_TOKEN, apiUrl: "https://proxy.example" }, createLog("silent"));
  const polling = bot.poll(async () => undefined, stopping.signal);
  const polls = () => calls.filter((method) => method === "getUpdates").length;
  await expect.poll(polls).toBe(1);
  for (let turn = 0; turn < 50; turn += 1) await nextTurn();
  expect(polls()).toBe(1);
  stopping.abort();
  await polling;
});

test("survives a wrong token and a second poller", async () => {
  await using telegram = await openFakeTelegram();
  const log = createLog("silent");
  const egress = createEgress({ allowedOrigins: [telegram.url], log });
  const stranger = grammyBot(egress, { token: "123:another", apiUrl: telegram.url }, log);
  await expect(stranger.username()).rejects.toMatchObject({ code: "upstream-failed" });
  expect(await stranger.send("1", "Hello")).toMatchObject({ state: "later" });
  expect(await stranger.fetchFile("v1", 10)).toEqual({ state: "failed" });

  const bot = grammyBot(egress, { token: BOT_TOKEN, apiUrl: telegram.url }, log);
  const phone = telegram.phone(1);
  const received: TelegramUpdate[] = [];
  const stopping = new AbortController();
  const receive = async (update: TelegramUpdate) => void received.push(update);
  const polling = [bot.poll(receive, stopping.signal), bot.poll(receive, stopping.signal)];
  telegram.offer(phone.message({ text: "hi" }));
  await expect.poll(() => received.length).toBeGreaterThan(0);
  stopping.abort();
  await Promise.all(polling);
});
