import { unlinked } from "#shared/features/chat/model-links.ts";
import { startBackgroundJob } from "#server/background-job.ts";
import type { Deps } from "#server/deps.ts";
import { findLinkOf, removeLinkOf } from "./repository.ts";
import {
  claimUnsent,
  dropUnsent,
  dropUnsentOfChat,
  postponeUnsent,
  type WaitingMessage,
} from "./unsent-repository.ts";
import { cutText, type TelegramBot } from "#server/platform/telegram/telegram-bot.ts";
import type { NotificationChannel } from "#server/features/notifications/deliver-pending.ts";

type World = Pick<Deps, "database" | "log" | "telegram">;

const BATCH = 20;
/** Polled, because nothing notifies when Telegram accepts messages again. */
const LOOK_EVERY_MS = 5_000;

/** Retries messages Telegram did not accept at first, in the background. Several servers share the work. */
export function startSendingUnsent(world: World): { stop(): Promise<void> } {
  if (world.telegram === null) return { stop: async () => undefined };
  return startBackgroundJob(world, {
    channel: "telegram_unsent",
    everyMs: LOOK_EVERY_MS,
    work: async () => (await sendUnsent(world)) > 0,
    failure: "waiting Telegram messages were not sent",
  });
}

/** Sends one message for every chat that is due. @returns the number sent */
export async function sendUnsent({ database, telegram }: World): Promise<number> {
  if (telegram === null) return 0;
  const claimed = await claimUnsent(database.kysely, BATCH);
  const sent = await Promise.all(claimed.map((message) => sendOne(database, telegram, message)));
  return sent.filter(Boolean).length;
}

async function sendOne(
  { kysely: db }: Deps["database"],
  telegram: TelegramBot,
  { id, chatId, userId, text, buttons }: WaitingMessage,
): Promise<boolean> {
  const outcome = await telegram.send(chatId, text, buttons);
  switch (outcome.state) {
    case "sent":
    case "refused":
      await dropUnsent(db, id);
      return true;
    case "later":
      await postponeUnsent(db, id, new Date(Date.now() + outcome.afterMs));
      return false;
    case "gone":
      await dropUnsentOfChat(db, chatId);
      if (userId !== null) await removeLinkOf(db, userId);
      return true;
  }
}

/** Sends people's notifications to their Telegram chat. */
export function telegramChannel({
  database,
  telegram,
  config,
}: Pick<Deps, "database" | "telegram" | "config">): NotificationChannel {
  const db = database.kysely;
  return {
    name: "telegram",
    async deliver({ userId, text, link }) {
      const chat = telegram === null ? null : await findLinkOf(db, userId);
      if (telegram === null || chat === null) return true;
      const address = link === null || config.publicUrl === null ? [] : [`${config.publicUrl}${link}`];
      for (const piece of cutText([unlinked(text), ...address].join("\n"))) {
        const outcome = await telegram.send(chat.chatId, piece);
        if (outcome.state === "later") return false;
        if (outcome.state === "gone") {
          await removeLinkOf(db, userId);
          return true;
        }
      }
      return true;
    },
  };
}
