import { citation, plain, prose } from "#shared/features/chat/prose.ts";
import { itemPart } from "#shared/features/chat/answer-part.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import { MAX_MEMORY } from "#shared/features/memories/length-rule.ts";
import { askedToRemember } from "#shared/features/memories/remember.ts";
import { sameWords } from "#shared/features/memories/same-words.ts";
import { termsShared } from "#shared/features/search/search-terms.ts";
import { shorten } from "#shared/shorten.ts";
import { newestFirst } from "../search/newest-first.ts";
import { inOtherWords } from "../search/thesaurus.ts";
import type { Intent } from "../understand/intent.ts";
import type { AbilityWorld } from "./ability-world.ts";
import { sentences, type TalkAnswer } from "./talk-answer.ts";

// The user's own notes, needs, loans, requests and plan.

/** Longest note in a sentence, in UTF-16 units. */
const MAX_NOTED = 160;
/** The maximum number of notes in an answer, and of similar notes of which the newest comes first. */
const [MOST_NOTES, MOST_ALIKE] = [3, 24];

/** A proposal: the note is saved only after the user confirms it. */
export function answerRemember(message: string, note: string): TalkAnswer {
  // "I moved it, it is at 5:00 & B now": the note names the thing. Of a message with other requests only the note is kept.
  const isWhole = message === note || askedToRemember(message) === note;
  const content = (isWhole ? message : note).trim().slice(0, MAX_MEMORY).toWellFormed();
  const noted = plain(shorten(askedToRemember(content) ?? content, MAX_NOTED));
  return {
    ...sentences(prose`I can keep “${noted}” for you. Nothing is saved before you say so.`),
    ui: { type: "memory-offer", memoryType: "want-to-know", content },
  };
}

/** The notes on the subject that the user has dictated in this talk, and their memories on it. */
export async function answerRecall(
  world: AbilityWorld,
  { what, noted }: Intent,
  message: string,
): Promise<TalkAnswer> {
  const asked = what === "" ? message : what;
  const reworded = inOtherWords(asked);
  const hits =
    (await notesOn(world, asked)) ?? (reworded === null ? null : await notesOn(world, reworded)) ?? [];
  const note = noteOn(noted, asked);
  const isSaved = note !== null && hits.some(({ source, body }) => `${source.title}\n${body}`.includes(note));
  const reminder =
    note === null || isSaved
      ? ""
      : prose`You said: “${plain(shorten(note, MAX_NOTED))}”. It is in your memories once you keep it.`;
  if (hits.length === 0)
    return sentences(
      reminder ||
        prose`You told me nothing about ${what === "" ? plain("that") : prose`“${plain(what)}”`} yet. Say “remember ...”, and I keep it.`,
    );
  return {
    parts: [
      { text: prose`${reminder === "" ? "" : prose`${reminder}\n\n`}You noted:\n`, items: [] },
      ...hits.slice(0, 2).map((item) => itemPart(item)),
    ],
    ui: null,
    choices: [],
  };
}

/** Leads to what the user wants gone, one tap from its delete. Nothing is saved or sent. */
export async function answerForget(
  world: AbilityWorld,
  { what, topic, item, beside, noted }: Intent,
): Promise<TalkAnswer> {
  if (topic === "requests" || topic === "needs" || topic === "plan") {
    const listed = await answerMy(world, { topic }, what);
    const hint = takeBack[topic];
    return listed.parts.length < 2
      ? listed
      : { ...listed, parts: [{ text: prose`${hint} `, items: [] }, ...listed.parts] };
  }
  const shown = item ?? beside;
  const meant = what === "" && shown?.sourceId.startsWith("memory:") === true ? shown : null;
  const hits = meant === null ? ((await notesOn(world, what)) ?? []) : await world.items([meant.sourceId]);
  if (hits.length > 0)
    return {
      parts: [
        { text: prose`Open ${plain(hits.length === 1 ? "it" : "one")} to delete it:\n`, items: [] },
        ...hits.map((each) => itemPart(each)),
      ],
      ui: null,
      choices: [],
    };
  const dictated = noteOn(noted, what) ?? (what === "" ? noted[0] : undefined);
  if (dictated !== undefined)
    return sentences(
      prose`“${plain(shorten(askedToRemember(dictated) ?? dictated, MAX_NOTED))}” is not in your memories: nothing is kept before you say so.`,
    );
  return sentences(
    prose`You have no note about ${what === "" ? plain("that") : prose`“${plain(what)}”`}, so there is nothing to delete. Your memories are in your profile.`,
  );
}

/** The user's memories that match, the newest of similar ones first; null when there are none. */
async function notesOn(world: AbilityWorld, text: string): Promise<Retrieved[] | null> {
  const found =
    text === "" ? [] : await world.find({ text, kinds: ["memory"], near: null, limit: MOST_ALIKE });
  const hits = found.filter(({ keywordShare, cosine }) => keywordShare >= 0.25 || (cosine ?? 0) >= 0.4);
  return hits.length === 0 ? null : onceEach(newestFirst(hits)).slice(0, MOST_NOTES);
}

/** Equal notes, such as imported ones, are shown once. */
function onceEach(hits: readonly Retrieved[]): Retrieved[] {
  const wordsIn = ({ source, body }: Retrieved) => sameWords(`${source.title} ${body}`);
  return [...new Map(hits.toReversed().map((hit) => [wordsIn(hit), hit])).values()].toReversed();
}

/** The note with the most words of the subject; null when none has any. */
function noteOn(noted: readonly string[], subject: string): string | null {
  const [best] = noted.toSorted((one, other) => termsShared(subject, other) - termsShared(subject, one));
  return best === undefined || termsShared(subject, best) === 0 ? null : best;
}

/** One of the user's own lists. @param about only the lines with these words, if there are any */
export async function answerMy(
  world: AbilityWorld,
  { topic }: Pick<Intent, "topic">,
  about = "",
): Promise<TalkAnswer> {
  const which = topic === "requests" || topic === "needs" || topic === "plan" ? topic : "loans";
  const all = await world.ownLines(which);
  const named = all?.filter(({ text }) => termsShared(about, text) > 0) ?? [];
  const listed = named.length > 0 ? named : all;
  if (listed === null) return sentences(prose`I can't see that here now. It is in your profile.`);
  if (listed.length === 0) return sentences(empty[which]);
  const lines = listed.slice(0, MOST_OWN);
  const items = await world.items(lines.flatMap(({ sourceId }) => sourceId ?? []));
  const itemOf = (id: string | null) => items.find(({ source }) => source.sourceId === id);
  return {
    parts: [
      { text: headings[which], items: [] },
      ...lines.map(({ sourceId, text }) => {
        const item = itemOf(sourceId);
        return {
          text: prose`\n- ${plain(text)}${item === undefined ? "" : prose` ${citation(item.source)}`}`,
          items: item === undefined ? [] : [item],
        };
      }),
    ],
    ui: null,
    choices: [],
  };
}

/** The maximum number of items of the user's own lists shown in an answer. */
const MOST_OWN = 6;

const takeBack = {
  requests: prose`Open a request to take it back.`,
  needs: prose`Open one to take it down.`,
  plan: prose`Open the camp to take it out of your plan.`,
};
const headings = {
  loans: prose`Your loans:\n`,
  requests: prose`Your requests:\n`,
  needs: prose`You are looking for:\n`,
  plan: prose`Your plan:\n`,
};
const empty = {
  loans: prose`You have borrowed nothing, and nothing of yours is out.`,
  requests: prose`No request waits for an answer.`,
  needs: prose`You are looking for nothing. Say what you need, and I post it for you.`,
  plan: prose`Nothing is planned. Mark camps as favourites on the map to find them here.`,
};
