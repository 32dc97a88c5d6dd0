import type { Deps } from "#server/deps.ts";
import type { NotificationChannel } from "#server/features/notifications/deliver-pending.ts";
import { findLinkOf, removeLinkOf } from "./repository.ts";
import { cutText } from "#server/platform/telegram/cut-text.ts";

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
      for (const piece of cutText([text, ...address].join("\n"))) {
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
