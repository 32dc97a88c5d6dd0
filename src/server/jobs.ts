import { setTimeout as sleep } from "node:timers/promises";
import type { Deps } from "./deps.ts";
import { forgetOldBudgets } from "#server/features/models/budget-repository.ts";
import type { ModelCatalogue } from "#server/features/models/catalogue.ts";
import { startLendingDue } from "#server/features/lending/due-job.ts";
import { sweepAllDeparted } from "#server/features/leaving/delete-account.ts";
import { announcePlacesInTime } from "#server/features/map/embargo.ts";
import { startDescribing } from "#server/features/memories/description/describe-pending.ts";
import { startNeedMatching } from "#server/features/needs/match-job.ts";
import { pushChannel, startDelivery } from "#server/features/notifications/deliver-pending.ts";
import { forgetOldNotifications } from "#server/features/notifications/repository.ts";
import { forgetOldAddressAnswers } from "#server/features/places/repository.ts";
import { ADDRESS_ANSWER_LIFE_MS } from "#server/features/places/service.ts";
import { forgetOldParts } from "#server/features/voice/recording-parts.ts";
import { sweepUnclaimed } from "#server/features/photos/store-photo.ts";
import { syncMem0 } from "#server/features/mem0/sync.ts";
import { syncOmi } from "#server/features/omi/receive.ts";
import { forgetOldOmiRows } from "#server/features/omi/repository.ts";
import { listenToTelegram } from "#server/features/telegram/listen.ts";
import { HOLD_EVERY_MS } from "#server/features/telegram/message-queue.ts";
import { forgetOldProposals, forgetOldUpdates } from "#server/features/telegram/repository.ts";
import type { TelegramTalk } from "#server/features/telegram/service.ts";
import { PROPOSAL_LIFE_MS } from "#server/features/telegram/save-words.ts";
import { startSendingUnsent, telegramChannel } from "#server/features/telegram/send-unsent.ts";
import { startEmbeddingPending } from "#server/features/search/embed-pending.ts";
import { forgetOldChanges } from "#server/features/search/index/index-repository.ts";
import { startKeepingIndex } from "#server/features/search/keep-index.ts";
import { forgetOldEvents } from "#server/events/event-repository.ts";
import { forgetOldKeys } from "#server/http/idempotency/idempotency.ts";
import { forgetOldWindows } from "#server/http/limits/rate-limit.ts";
import { drawSamplePictures } from "#server/sample/load.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Longer than a phone is expected to queue a write and the photos uploaded for it. */
const HELD_WRITE_LIFE_MS = 30 * 24 * HOUR_MS;
const WINDOW_LIFE_MS = 24 * HOUR_MS;
/** Longer than a page is expected to be disconnected and still resume. */
const EVENT_LIFE_MS = HOUR_MS;
const NOTIFICATION_LIFE_MS = 90 * 24 * HOUR_MS;

export interface Jobs {
  stop(): Promise<void>;
}

/**
 * Starts the server's background jobs. Each one may run on several servers at once and may be interrupted at any time: it resumes
 * from the state in the database.
 */
export function startJobs(serverDeps: Deps, models: ModelCatalogue, talk: TelegramTalk | null): Jobs {
  const deps: Deps = { ...serverDeps, database: serverDeps.database.background };
  const stopping = new AbortController();
  const index = startKeepingIndex(serverDeps); // not in the background: the first searches wait for it
  const embedding = startEmbeddingPending(deps);
  const lending = startLendingDue(deps);
  const needs = startNeedMatching(deps);
  const describing = startDescribing(deps, models);
  const delivery = startDelivery(deps, [pushChannel(deps), telegramChannel(deps)]);
  const unsent = startSendingUnsent(deps);
  const running = [
    everyHour(stopping.signal, deps, () => housekeeping(deps)),
    inBackground(deps, () => sweepAllDeparted(deps)),
    everyHour(stopping.signal, deps, () => sweepAllDeparted(deps)),
    every(MINUTE_MS, stopping.signal, deps, () => announcePlacesInTime(deps)),
    models.check(stopping.signal),
    syncOmi(deps, stopping.signal),
    inBackground(deps, () => syncMem0(deps, stopping.signal)),
    inBackground(deps, () => listenToTelegram(deps, talk, stopping.signal)),
    inBackground(deps, async () => talk?.queue.takeOver()),
    every(HOLD_EVERY_MS, stopping.signal, deps, async () => talk?.queue.takeOver()),
    everyHour(stopping.signal, deps, () => models.check(stopping.signal)),
    deps.config.sampleData ? inBackground(deps, () => drawSamplePictures(deps, stopping.signal)) : null,
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all([
        index.stop(),
        embedding.stop(),
        delivery.stop(),
        lending.stop(),
        needs.stop(),
        describing.stop(),
        unsent.stop(),
        talk?.queue.close(),
        ...running,
      ]);
    },
  };
}

async function housekeeping(deps: Deps): Promise<void> {
  const db = deps.database.kysely;
  const now = Date.now();
  await forgetOldKeys(db, new Date(now - HELD_WRITE_LIFE_MS));
  await forgetOldWindows(db, new Date(now - WINDOW_LIFE_MS));
  await forgetOldBudgets(db, new Date(now - 2 * WINDOW_LIFE_MS));
  await forgetOldAddressAnswers(db, new Date(now - ADDRESS_ANSWER_LIFE_MS));
  await forgetOldOmiRows(db, new Date(now - WINDOW_LIFE_MS));
  await forgetOldUpdates(db, new Date(now - WINDOW_LIFE_MS));
  await forgetOldProposals(db, new Date(now - PROPOSAL_LIFE_MS));
  await deps.accounts.forgetExpired();
  await forgetOldEvents(db, new Date(now - EVENT_LIFE_MS));
  await forgetOldNotifications(db, new Date(now - NOTIFICATION_LIFE_MS));
  await forgetOldChanges(db);
  await forgetOldParts(deps);
  await sweepUnclaimed(deps, new Date(now - HELD_WRITE_LIFE_MS));
}

async function everyHour(signal: AbortSignal, deps: Deps, work: () => Promise<void>): Promise<void> {
  await every(HOUR_MS, signal, deps, work);
}

async function every(ms: number, signal: AbortSignal, deps: Deps, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
    if (!signal.aborted) await inBackground(deps, work);
  }
}

async function inBackground(deps: Deps, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    deps.log.error({ err: error }, "a background job failed; it is tried again");
  }
}
