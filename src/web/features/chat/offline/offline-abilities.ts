import type { SentPosition } from "#shared/features/chat/position.ts";
import type { Source } from "#shared/features/chat/contract.ts";
import { servicesOf } from "#shared/features/map/city/services.ts";
import { answerDanger } from "#shared/features/talk/answer/answer-talk.ts";
import { understand } from "#shared/features/talk/answer/understand.ts";
import { answerMessage, type Message } from "#shared/features/talk/answer/answer-message.ts";
import { type AbilityWorld, devicePositionOf } from "#shared/features/talk/answer/ability-world.ts";
import { worldOfCopy } from "#shared/features/talk/answer/copy-world.ts";
import type { TalkAnswer } from "#shared/features/talk/answer/talk-answer.ts";
import type { EarlierTurn } from "#shared/features/talk/understand/replay.ts";
import type { DocumentIndex } from "#shared/features/search/document-index.ts";
import type { LocalDocuments } from "#web/offline/copy/local-documents.ts";
import type { LocalAnswer } from "../conversation/queued-turns.ts";

/** An answer generated on this phone. */
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

/** Answers on this phone: by a simple word search, directions, days and follow-ups. */
export async function answerByAbilities(
  message: string,
  talk: Talk,
  { search, mayNeedHelp }: Pick<Message, "search" | "mayNeedHelp">,
): Promise<PhoneAnswer> {
  const { earlier } = talk;
  return wordsOf(await answerMessage(worldOf(talk), { message, earlier, search, mayNeedHelp }));
}

/** The help for an emergency, plus an answer to the message's question. */
export async function answerEmergency(message: string, talk: Talk): Promise<PhoneAnswer> {
  const world = worldOf(talk);
  const { intents } = await understand(world, talk.earlier, message);
  return wordsOf(await answerDanger(world, "emergency", intents, message));
}

function worldOf({ local, index, companionName: productName, position }: Talk): AbilityWorld {
  const { city, notes, connected, facts, home, zone } = local;
  return worldOfCopy({
    productName,
    city,
    notes,
    connected,
    facts,
    home,
    index,
    clock: { now: new Date(), zone },
    me: position === null ? null : devicePositionOf(position),
    services: servicesOf(city),
    communities: local.communities,
    ownLines: async () => null,
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
