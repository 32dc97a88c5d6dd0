import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "./deps.ts";
import { accountRoutes } from "#server/features/account/routes.ts";
import { forgetQuestOf } from "#server/features/daily/repository.ts";
import { forgetQuotes } from "#server/features/chat/quotes-repository.ts";
import { countAnswers } from "#server/features/chat/repository.ts";
import { chatRoutes } from "#server/features/chat/routes.ts";
import type { OwnLine, OwnList } from "#shared/features/talk/answer/ability-world.ts";
import { type AbilitySources, createAbilities } from "#server/features/chat/abilities.ts";
import type { KeptFromModels } from "#server/features/chat/kept-from-models.ts";
import { createRetrieve } from "#server/features/chat/retrieval.ts";
import type { Chat, ChatWorld } from "#server/features/chat/service.ts";
import { companionRoutes } from "#server/features/companions/routes.ts";
import {
  findHome,
  listCommunityFacts,
  listCommunityNames,
} from "#server/features/communities/facts-repository.ts";
import { communityRoutes } from "#server/features/communities/routes.ts";
import { dailyRoutes } from "#server/features/daily/routes.ts";
import { favouriteLines } from "#server/features/explore/repository.ts";
import { exploreRoutes } from "#server/features/explore/routes.ts";
import type { CampPayloadCache } from "#server/features/map/camp-payload.ts";
import type { EventHub } from "#server/events/event-hub.ts";
import { eventRoutes } from "#server/features/events/routes.ts";
import { notifyMoved } from "#server/features/lending/removal.ts";
import {
  listingFacts,
  listingIdsOf,
  ownLoanLines,
} from "#server/features/lending/listing-facts-repository.ts";
import { listAgreedResources } from "#server/features/lending/repository.ts";
import { lendingRoutes } from "#server/features/lending/routes.ts";
import { leavingRoutes } from "#server/features/leaving/routes.ts";
import { listEvents } from "#server/features/map/events-repository.ts";
import { mapRoutes } from "#server/features/map/routes.ts";
import type { ModelCatalogue } from "#server/features/models/catalogue.ts";
import { modelRoutes } from "#server/features/models/routes.ts";
import {
  listKeptAmong,
  listMessagesWithKept,
} from "#server/features/memories/kept-from-models-repository.ts";
import { notesLike } from "#server/features/memories/repository.ts";
import { madeFrom, notesAmong } from "#server/features/memories/service.ts";
import { knowledgeRoutes } from "#server/features/memories/knowledge/knowledge-routes.ts";
import type { ForgetMentions } from "#server/features/memories/archive/archive.ts";
import { memoryRoutes } from "#server/features/memories/routes.ts";
import { listNeedsOf } from "#server/features/needs/repository.ts";
import { needRoutes } from "#server/features/needs/routes.ts";
import { findTagOf } from "#server/features/nfc/repository.ts";
import { nfcRoutes } from "#server/features/nfc/routes.ts";
import { forgetNotificationsTo } from "#server/features/notifications/repository.ts";
import { notificationRoutes } from "#server/features/notifications/routes.ts";
import { photoRoutes } from "#server/features/photos/routes.ts";
import { outboundRoutes } from "#server/features/outbound/routes.ts";
import { placeRoutes } from "#server/features/places/routes.ts";
import { profileRoutes } from "#server/features/profile/routes.ts";
import { resourceRoutes } from "#server/features/resources/routes.ts";
import { settingsRoutes } from "#server/features/settings/routes.ts";
import { setBackRoutes } from "#server/features/set-back/routes.ts";
import { surveyRoutes } from "#server/features/surveys/routes.ts";
import { findAtMem0, mem0Routes } from "#server/features/mem0/routes.ts";
import { omiRoutes } from "#server/features/omi/routes.ts";
import { telegramRoutes } from "#server/features/telegram/routes.ts";
import type { TelegramTalk } from "#server/features/telegram/service.ts";
import { forgetUnsentQuotes } from "#server/features/telegram/unsent-repository.ts";
import { vibeRoutes } from "#server/features/vibe/routes.ts";
import { transferRoutes } from "#server/features/transfer/routes.ts";
import { voiceRoutes } from "#server/features/voice/routes.ts";
import type { Route } from "#server/http/route.ts";

interface Parts {
  camps: CampPayloadCache;
  chat: Chat;
  events: EventHub;
  models: ModelCatalogue;
  /** Null: no Telegram bot is configured. */
  talk: TelegramTalk | null;
}

/** Services of other features that the chat uses. */
export function chatWorldOf(deps: Deps, models: ModelCatalogue): ChatWorld {
  return {
    ...deps,
    models,
    productName: deps.config.productName,
    budget: deps.config.limits,
    retrieve: createRetrieve(deps, notesAmong, keptFromModels),
    abilities: createAbilities(deps, abilitySources, {
      productName: deps.config.productName,
      zone: deps.config.dailyZone,
    }),
    madeFrom,
    keptFromModels,
  };
}

const keptFromModels: KeptFromModels = { among: listKeptAmong, messagesWith: listMessagesWithKept };

/** Data from other features for the companion's abilities. */
const abilitySources: AbilitySources = {
  listings: listingFacts,
  listingsOf: listingIdsOf,
  events: listEvents,
  communityNames: listCommunityNames,
  communities: listCommunityFacts,
  ownLines,
  notesAmong,
  home: findHome,
  notesLike,
  kept: keptFromModels,
};

async function ownLines(db: Kysely<Schema>, userId: string, which: OwnList): Promise<OwnLine[] | null> {
  switch (which) {
    case "loans":
    case "requests":
      return await ownLoanLines(db, userId, which);
    case "needs": {
      const needs = await listNeedsOf(db, userId);
      return needs
        .filter(({ state }) => state === "open")
        .map(({ id, text }) => ({ sourceId: null, memoryId: id, text }));
    }
    case "plan":
      return await favouriteLines(db, userId);
  }
}

/** Every route of the API. */
export function allRoutes({ camps, chat, events, models, talk }: Parts): Route[] {
  return [
    ...settingsRoutes(),
    ...accountRoutes,
    ...communityRoutes,
    ...resourceRoutes({ listAgreed: listAgreedResources, notifyMoved }),
    ...photoRoutes,
    ...mapRoutes(camps),
    ...exploreRoutes,
    ...surveyRoutes,
    ...chatRoutes(chat),
    ...voiceRoutes,
    ...companionRoutes(countAnswers),
    ...modelRoutes(models),
    ...dailyRoutes(models),
    ...memoryRoutes(forgetMentions),
    ...knowledgeRoutes(findAtMem0),
    ...eventRoutes(events),
    ...notificationRoutes,
    ...omiRoutes,
    ...mem0Routes,
    ...lendingRoutes(findTagOf),
    ...nfcRoutes,
    ...needRoutes(forgetMentions),
    ...telegramRoutes(talk),
    ...vibeRoutes,
    ...placeRoutes,
    ...profileRoutes,
    ...leavingRoutes,
    ...setBackRoutes,
    ...outboundRoutes,
    ...transferRoutes,
  ];
}

/**
 * Removes a deleted memory's words from answers that quoted it (sent, or waiting for Telegram), from quests a model wrote from it, and from
 * needs already sent to other users. Words edited out of a memory are removed from the same places.
 */
const forgetMentions: ForgetMentions = async (db, memory, words) => {
  await forgetQuotes(db, memory, words);
  await forgetUnsentQuotes(db, memory, words);
  await forgetQuestOf(db, memory, words);
  await forgetNotificationsTo(db, `/needs?show=${memory.id}`, words);
};
