import { onOneServer } from "#server/db/on-one-server.ts";
import type { Deps } from "#server/deps.ts";
import { webhookSecret } from "./routes.ts";
import type { TelegramTalk } from "./service.ts";
import { receiveTelegram } from "#shared/features/telegram/contract.ts";

/** An arbitrary number, unique to Looby. Telegram allows one poller at a time and ends the calls of others. */
const POLLING = 7_105_664;

/**
 * Receives the bot's updates by polling, which works behind any router, or by webhook.
 * @returns resolves when it stops listening
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
    await onOneServer(database, POLLING, (held) => telegram.poll((update) => talk.receive(update), held), {
      signal,
    });
    return;
  }
  try {
    await telegram.registerWebhook(`${config.publicUrl ?? ""}${receiveTelegram.path}`, webhookSecret(secret));
  } catch (error) {
    log.error({ err: error }, "Telegram does not know where to call this server: it was not reached");
  }
}
