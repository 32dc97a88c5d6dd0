import type { Deps } from "#server/deps.ts";
import type { NotificationChannel } from "#server/features/notifications/deliver-pending.ts";
import { findLinkOf, removeLinkOf } from "#server/features/telegram/repository.ts";

/** Tells people in their Telegram chat what they are told in the page. */
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
      const outcome = await telegram.send(chat.chatId, [text, ...address].join("\n"));
      if (outcome === "gone") await removeLinkOf(db, userId);
      return outcome !== "later";
    },
  };
}
