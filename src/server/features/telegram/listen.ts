import { onOneServer } from "#server/db/on-one-server.ts";
import type { Deps } from "#server/deps.ts";
import { webhookSecret } from "./routes.ts";
import type { TelegramTalk } from "./service.ts";
import { hearTelegram } from "#shared/features/telegram/contract.ts";

/** Any number that is ours: Telegram takes one who asks at a time, and ends the others' calls. */
const POLLING = 7_105_664;

/**
 * Has the bot hear its messages: by asking Telegram, which works behind any router, or by Telegram's calls.
 * @returns resolves when it listens no more
 */
export async function listenToTelegram(
  {
    telegram,
    config,
    secret,
    log,
    database,
  }: Pick<Deps, "telegram" | "config" | "secret" | "log" | "database">,
  talk: TelegramTalk | null,
  signal: AbortSignal,
): Promise<void> {
  if (telegram === null || talk === null) return;
  if (config.telegram?.webhook !== true) {
    await onOneServer(database, POLLING, (held) => telegram.poll((update) => talk.hear(update), held), {
      signal,
    });
    return;
  }
  try {
    await telegram.registerWebhook(`${config.publicUrl ?? ""}${hearTelegram.path}`, webhookSecret(secret));
  } catch (error) {
    log.error({ err: error }, "Telegram does not know where to call this server: it was not reached");
  }
}
