import type { Deps } from "#server/deps.ts";
import { webhookSecret } from "#server/features/telegram/routes.ts";
import type { TelegramTalk } from "#server/features/telegram/service.ts";
import { hearTelegram } from "#shared/features/telegram/contract.ts";

/**
 * Has the bot hear its messages: by asking Telegram, which works behind any router, or by Telegram's calls.
 * @returns resolves when it listens no more
 */
export async function listenToTelegram(
  { telegram, config, secret, log }: Pick<Deps, "telegram" | "config" | "secret" | "log">,
  talk: TelegramTalk | null,
  signal: AbortSignal,
): Promise<void> {
  if (telegram === null || talk === null) return;
  if (config.telegram?.webhook !== true) {
    await telegram.poll((message) => talk.hear(message), signal);
    return;
  }
  try {
    await telegram.registerWebhook(`${config.publicUrl ?? ""}${hearTelegram.path}`, webhookSecret(secret));
  } catch (error) {
    log.error({ err: error }, "Telegram does not know where to call this server: it was not reached");
  }
}
