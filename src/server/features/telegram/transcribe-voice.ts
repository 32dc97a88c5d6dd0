import { AUDIO_PART_BYTES } from "#shared/features/voice/contract.ts";
import type { Deps } from "#server/deps.ts";
import type { LinkRecord } from "./repository.ts";
import { transcribeSpoken } from "#server/features/voice/service.ts";
import { AppError } from "#server/http/app-error.ts";
import { countAgainstLimits } from "#server/http/limits/rate-limit.ts";
import type { TelegramFile } from "#server/platform/telegram/read-update.ts";
import type { TelegramBot } from "#server/platform/telegram/telegram-bot.ts";

type World = Pick<Deps, "database" | "config" | "transcriber">;

/** The same limit as for the app. */
const LIMITS = [{ by: "account", max: 20, windowMs: 60_000 }] as const;
/** Far longer than a short recording waits for its turn, or than a long one takes alone. */
const PATIENCE_MS = 10 * 60_000;

/**
 * Transcribes a file from Telegram; empty for silence and noise.
 * @throws AppError `too-large`, `upstream-failed`, `too-many-requests`, those of `transcribeSpoken`
 */
export async function transcribeVoice(
  world: World,
  bot: TelegramBot,
  { userId }: Pick<LinkRecord, "userId">,
  file: TelegramFile,
): Promise<string> {
  const { database, config } = world;
  const subject = { address: "", sessionId: null, userId };
  await countAgainstLimits(database.kysely, "telegram.voice", LIMITS, subject, config.limitFactor);
  if ((file.bytes ?? 0) > AUDIO_PART_BYTES) throw tooLarge();
  const fetched = await bot.fetchFile(file.id, AUDIO_PART_BYTES);
  if (fetched.state === "too-large") throw tooLarge();
  if (fetched.state === "failed")
    throw new AppError(
      "upstream-failed",
      "Telegram did not hand me your recording. Please send it again, or type.",
    );
  if (fetched.bytes.length === 0)
    throw new AppError("invalid-input", "There is nothing in that recording. Please send it again.");
  const spoken = { bytes: fetched.bytes, person: userId };
  return await transcribeSpoken(world, spoken, AbortSignal.timeout(PATIENCE_MS));
}

function tooLarge(): AppError {
  return new AppError(
    "too-large",
    "Your recording is larger than the 20 MB Telegram hands to a bot. Please send a shorter one.",
  );
}
