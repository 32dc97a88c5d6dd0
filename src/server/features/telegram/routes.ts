import type { Kysely } from "kysely";
import {
  createLinkCode,
  getTelegramLink,
  receiveTelegram,
  removeTelegramLink,
  type TelegramLink,
} from "#shared/features/telegram/contract.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { findLinkOf, removeLinkOf } from "./repository.ts";
import { issueLinkCode, type TelegramTalk } from "./service.ts";
import { storeUseRag } from "#server/features/settings/repository.ts";
import { AppError } from "#server/http/app-error.ts";
import { recordAudit } from "#server/http/audit.ts";
import { type Route, route } from "#server/http/route.ts";
import { readUpdate } from "#server/platform/telegram/read-update.ts";
import { deriveKey, isSame, keyRing } from "#server/config/secret.ts";

const HOUR = 3_600_000;
/** Telegram's calls come from few addresses. */
const OF_TELEGRAM = 6000;

/** @param talk null: this server has no bot */
export function telegramRoutes(talk: TelegramTalk | null): Route[] {
  return [
    route(
      createLinkCode,
      { who: "user", limits: [{ by: "account", max: 30, windowMs: HOUR }] },
      async ({ actor, body, db, deps }) => {
        if (deps.telegram === null) throw new AppError("unavailable", "This server has no Telegram bot.");
        const botUsername = await deps.telegram.username();
        if (body.useRag !== undefined) await storeUseRag(db, actor.userId, body.useRag);
        const { code, expiresAt } = await issueLinkCode(db, { secret: deps.secret, userId: actor.userId });
        return {
          code,
          url: `https://t.me/${botUsername}?start=${code}`,
          botUsername,
          expiresAt: expiresAt.toISOString(),
        };
      },
    ),
    route(getTelegramLink, { who: "user" }, async ({ actor, db, deps }) => linkView(db, deps, actor.userId)),
    route(removeTelegramLink, { who: "user" }, async ({ actor, db, deps }) => {
      await removeLinkOf(db, actor.userId);
      await recordAudit(db, { event: "telegram.unlinked", actorId: actor.userId, objectId: actor.userId });
      return await linkView(db, deps, actor.userId);
    }),
    route(receiveTelegram, { who: "public", pace: OF_TELEGRAM }, async ({ body, deps, request }) => {
      assertTelegram(deps, request.headers.get("x-telegram-bot-api-secret-token"));
      const update = readUpdate(body);
      if (talk === null || update === null) return { heard: false };
      await talk.receive(update);
      return { heard: true };
    }),
  ];
}

/** The secret that Telegram sends with every webhook call. */
export function webhookSecret(secret: string): string {
  return deriveKey(secret, "telegram-webhook");
}

async function linkView(db: Kysely<Schema>, { telegram }: Deps, userId: string): Promise<TelegramLink> {
  const link = await findLinkOf(db, userId);
  return { isAvailable: telegram !== null, isLinked: link !== null, name: link?.name ?? null };
}

function assertTelegram(deps: Deps, header: string | null): void {
  if (keyRing(deps).some((secret) => isSame(header ?? "", webhookSecret(secret)))) return;
  throw new AppError("invalid-credentials", "Only Telegram may call this.");
}
