import type { SentPosition } from "#shared/features/chat/position.ts";
import type { Source } from "#shared/features/chat/contract.ts";
import { servicesOf } from "#shared/features/map/city/services.ts";
import { wayToMedics } from "#shared/features/talk/answer/answer-medics.ts";
import { answerMessage, type Message } from "#shared/features/talk/answer/answer-message.ts";
import { type AbilityWorld, standingOf } from "#shared/features/talk/answer/ability-world.ts";
import { worldOfCopy } from "#shared/features/talk/answer/copy-world.ts";
import type { TalkAnswer } from "#shared/features/talk/answer/talk-answer.ts";
import type { EarlierTurn } from "#shared/features/talk/understand/replay.ts";
import type { DocumentIndex } from "#shared/features/search/document-index.ts";
import type { LocalDocuments } from "#web/offline/copy/local-documents.ts";
import type { LocalAnswer } from "../conversation/queued-turns.ts";

/** An answer of this phone. */
export type PhoneAnswer = Omit<LocalAnswer, "syncedAt">;

export interface Talk {
  local: LocalDocuments;
  index: DocumentIndex;
  companionName: string;
  /** Earlier questions with the sources shown, oldest first. */
  earlier: readonly EarlierTurn[];
  /** Null when the user does not share it. */
  position: SentPosition | null;
}

/** Answers on this phone: by a plain word search, ways, days and follow-ups. */
export async function answerByAbilities(
  message: string,
  talk: Talk,
  { search, mayNeedHelp }: Pick<Message, "search" | "mayNeedHelp">,
): Promise<PhoneAnswer> {
  const { earlier } = talk;
  return wordsOf(await answerMessage(worldOf(talk), { message, earlier, search, mayNeedHelp }));
}

/** The way to the medics, with the help card below it. Null when the card alone is right. */
export async function answerDanger(message: string, talk: Talk): Promise<PhoneAnswer | null> {
  const way = await wayToMedics(worldOf(talk), talk.earlier, message);
  return way === null ? null : wordsOf(way);
}

function worldOf({ local, index, companionName: productName, position }: Talk): AbilityWorld {
  const { city, needs, connected, facts, home, zone } = local;
  return worldOfCopy({
    productName,
    city,
    needs,
    connected,
    facts,
    home,
    index,
    clock: { now: new Date(), zone },
    me: position === null ? null : standingOf(position),
    services: servicesOf(city),
    communities: local.communities,
    own: async () => null,
    events: async () => null,
  });
}

function wordsOf({ parts, ui }: Pick<TalkAnswer, "parts" | "ui">): PhoneAnswer {
  const sources = parts.flatMap(({ items }) => items.map(({ source }) => source));
  return { text: parts.map(({ text }) => text).join(""), sources: uniqueBy(sources), ui };
}

function uniqueBy(sources: readonly Source[]): Source[] {
  return [...new Map(sources.map((source) => [source.sourceId, source])).values()];
}
