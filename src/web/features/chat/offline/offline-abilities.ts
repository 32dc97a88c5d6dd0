import { findByWords, type WordsAnswer } from "#shared/features/chat/answer-by-words.ts";
import type { Chip } from "#shared/features/chat/proposal.ts";
import type { SentPosition } from "#shared/features/chat/position.ts";
import type { Source } from "#shared/features/chat/contract.ts";
import { servicesOf } from "#shared/features/map/city/services.ts";
import { wayToMedics } from "#shared/features/talk/answer/answer-medics.ts";
import { answerMessage } from "#shared/features/talk/answer/answer-message.ts";
import { exampleWords } from "#shared/features/talk/answer/next-words.ts";
import { type AbilityWorld, standingOf } from "#shared/features/talk/answer/ability-world.ts";
import { worldOfCopy } from "#shared/features/talk/answer/copy-world.ts";
import type { TalkAnswer } from "#shared/features/talk/answer/talk-answer.ts";
import type { EarlierTurn } from "#shared/features/talk/understand/replay.ts";
import type { DocumentIndex } from "#shared/features/search/document-index.ts";
import type { LocalDocuments } from "#web/offline/copy/local-documents.ts";

export interface Talk {
  local: LocalDocuments;
  index: DocumentIndex;
  companionName: string;
  /** Earlier questions with the sources shown, oldest first. */
  earlier: readonly EarlierTurn[];
  /** Null when the user does not share it. */
  position: SentPosition | null;
}

/** Answers on this phone: by a plain word search, ways, days and follow-ups. @param mayNeedHelp the message is a wish in words of danger */
export async function answerByAbilities(
  message: string,
  talk: Talk,
  mayNeedHelp: boolean,
): Promise<WordsAnswer> {
  const abilities = worldOf(talk);
  const search = () => findByWords(message, { ...talk.local, index: talk.index });
  return wordsOf(await answerMessage(abilities, { message, earlier: talk.earlier, search, mayNeedHelp }));
}

/** The way to the medics, with the help card below it. Null when the card alone is right. */
export async function answerDanger(message: string, talk: Talk): Promise<WordsAnswer | null> {
  const way = await wayToMedics(worldOf(talk), talk.earlier, message);
  return way === null ? null : wordsOf(way);
}

/** Examples of questions this phone can answer here and now. */
export function examplesHere(talk: Talk): Chip[] {
  return exampleWords(worldOf(talk));
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
  });
}

function wordsOf({ parts, ui }: Pick<TalkAnswer, "parts" | "ui">): WordsAnswer {
  const sources = parts.flatMap(({ items }) => items.map(({ source }) => source));
  return { text: parts.map(({ text }) => text).join(""), sources: uniqueBy(sources), ui };
}

function uniqueBy(sources: readonly Source[]): Source[] {
  return [...new Map(sources.map((source) => [source.sourceId, source])).values()];
}
