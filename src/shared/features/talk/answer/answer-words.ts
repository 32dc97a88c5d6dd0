import { citation, plain, type Prose, prose } from "#shared/features/chat/prose.ts";
import { dayOf } from "#shared/day.ts";
import { withChips } from "#shared/features/chat/answer-chips.ts";
import { itemPart } from "#shared/features/chat/answer-part.ts";
import { searchTerms } from "#shared/features/search/search-terms.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import { asksHow } from "../search/search-plan.ts";
import { newestFirst } from "../search/newest-first.ts";
import { inOtherWords } from "../search/thesaurus.ts";
import { shorten } from "#shared/shorten.ts";
import type { Chip } from "#shared/features/chat/proposal.ts";
import { askedToRemember } from "#shared/features/memories/remember.ts";
import { sameWords } from "#shared/features/memories/same-words.ts";
import { MAX_MEMORY } from "#shared/features/memories/length-rule.ts";
import type { Intent } from "../understand/intent.ts";
import { type Amount, amountInWords, amountsIn } from "../understand/read-amount.ts";
import { plainWords } from "../understand/plain-words.ts";
import { topicOf } from "../understand/topics.ts";
import type { SmallTalkKind } from "../understand/small-talk-kind.ts";
import type { AbilityWorld } from "./ability-world.ts";
import { daysInSentence } from "../words/days-taken.ts";
import { needAsNote, needInWords, needOfIntent } from "../words/need-words.ts";
import { exampleWords } from "./example-words.ts";
import { sentences, type TalkAnswer } from "./talk-answer.ts";

/** Longest texts of a proposal, in UTF-16 units; the user adds the rest in its form. */
const MAX_NEED = 500;
const MAX_THING = 100;
const MAX_NOTED = 160;
/** The maximum number of notes in an answer, and of similar notes of which the newest comes first. */
const [MOST_NOTES, MOST_ALIKE] = [3, 24];

/** One warm, honest line with a suggestion for what to ask next. */
const lines: Record<SmallTalkKind, Prose> = {
  greeting: prose`Hello! Ask me for a thing, a camp, a skill or the way, such as “who has a ladder near 7:30?”`,
  mood: prose`All good here, thank you: no dust in my gears. What can I find for you?`,
  thanks: prose`You are welcome. If it works out, tell the people who shared it.`,
  love: prose`That is kind, and I like being asked. I am a program, though: the people who share things here deserve it more. What can I find for you?`,
  insult: prose`Sorry that I was no help. Tell me in a few words what you need, such as “generator near 7:30”, and I try again.`,
  bored: prose`Then go and meet someone. What would you like?`,
  goodbye: prose`See you. Drink water, and take a light.`,
  joke: prose`I am no comedian: I find things, people and the way. Ask me who tells stories or plays music near you.`,
  nonsense: prose`I can only look things up here: things, camps, skills, the way, and what you told me. What are you looking for?`,
  foreign: prose`I understand only English so far, sorry. Try a few English words, such as “water” or “toilet near 7:30”.`,
  cancel: prose`Nothing more happens: I send and save only what you tap. What you sent or saved before is in your profile, where you can take it back.`,
  task: prose`Writing, translating and calculating need a language model, and none is connected. I can search the library, the camps and your memories for you.`,
};

export async function answerSmallTalk(world: AbilityWorld, { topic }: Intent): Promise<TalkAnswer> {
  // The kinds are the keys.
  const answer = sentences(lines[(topic ?? "greeting") as SmallTalkKind] ?? lines.greeting);
  if (topic === "thanks" || topic === "goodbye") return answer;
  return {
    ...answer,
    ui: withChips(null, topic === "bored" ? await somethingToDo(world) : exampleWords(world)),
  };
}

/** Events are only offered where a programme is known. */
async function somethingToDo(world: AbilityWorld): Promise<Chip[]> {
  const today = dayOf(world.clock.now, world.clock.zone);
  const events = (await world.events({ first: today, last: today, campId: null })) ?? [];
  const questions = ["Who teaches something?", "What camps are near me?"];
  return (events.length > 0 ? ["What is on tonight?", ...questions] : questions).map((words) => ({
    label: words,
    say: words,
  }));
}

/** Answers from the guide, or reports that the guide has no answer. */
export async function answerAbout(world: AbilityWorld, intent: Intent, message: string): Promise<TalkAnswer> {
  if (intent.topic === "today") return sentences(todayInWords(world, intent.when));
  const words = intent.topic?.replaceAll("-", " ") ?? "";
  const found = await world.find({ text: `${words} ${message}`, kinds: ["context"], near: null, limit: 6 });
  const named = found.find(
    ({ source }) => intent.topic !== null && source.sourceId.endsWith(`#${intent.topic}`),
  );
  if (named === undefined && (intent.topic === "who-are-you" || intent.topic === "what-can-you-do"))
    return answerSelf(world);
  const best = named ?? found[0];
  if (best === undefined)
    return sentences(prose`The guide says nothing about that. Ask at Centre Camp, or a Ranger.`);
  return sentences(plain(best.body), [best]);
}

/** The section on a topic, where its heading begins with other words. */
const SECTIONS: Readonly<Record<string, string>> = {
  sharing: "adding-something-to-the-library",
  "delete-account": "deleting-your-account",
  "forgotten-password": "a-forgotten-password",
  notifications: "getting-notifications",
  offline: "no-signal",
  position: "what-happens-to-my-position",
};

/** The button that opens the form. */
const shareSomething: TalkAnswer["ui"] = {
  type: "proposal",
  proposal: { ability: "share", thing: "", kind: null },
};

/**
 * The guide's section on the topic that the message names; null when it names none, or the guide has no section on it. Where the guide does
 * not describe Looby, a built-in text does.
 */
export async function answerTopic(world: AbilityWorld, message: string): Promise<TalkAnswer | null> {
  const topic = topicOf(plainWords(message));
  if (topic === null) return null;
  // "Post a need for a radio, no signal here" is no question about it.
  if (topic === "offline" && !asksHow(message)) return null;
  const section = SECTIONS[topic] ?? topic;
  const found = await world.find({
    text: `${section.replaceAll("-", " ")} ${message}`,
    kinds: ["context"],
    near: null,
    limit: 6,
  });
  const item = found.find(({ source }) => {
    const slug = source.sourceId.split("#")[1] ?? "";
    return slug === section || slug.startsWith(`${section}-`);
  });
  if (item !== undefined) {
    const answer = sentences(plain(item.body), [item]);
    return topic === "sharing" ? { ...answer, ui: shareSomething } : answer;
  }
  return topic === "who-are-you" || topic === "what-can-you-do" ? answerSelf(world) : null;
}

/** A description of Looby and its abilities, with example questions as chips. */
function answerSelf(world: AbilityWorld): TalkAnswer {
  const text = prose`I am ${plain(world.productName)}, a program. I find things, people, camps and the way, say when something is free, and keep what you want remembered. Each answer shows where it comes from. I cannot chat, translate or write texts without a language model.`;
  return { ...sentences(text), ui: withChips(null, exampleWords(world)) };
}

function todayInWords({ clock }: AbilityWorld, when: Intent["when"]): Prose {
  const today = dayOf(clock.now, clock.zone);
  if (when !== null && when.first !== today)
    return prose`That is **${plain(daysInSentence(when.first, when.last))}**.`;
  const time = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    timeZone: clock.zone,
  }).format(clock.now);
  return prose`It is **${plain(daysInSentence(today, today))}**, ${plain(time)} here.`;
}

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

/** A proposal to post the need, in natural words. */
export function answerPostNeed({ city }: AbilityWorld, intent: Intent): TalkAnswer {
  const need = needOfIntent(intent, city);
  if (need.words === "")
    return sentences(prose`What are you looking for? Tell me, and I put it into words for the others.`);
  const note = plain(needAsNote(needInWords(intent, city)));
  return {
    ...sentences(prose`I can post it as “${note}”. Nothing is posted before you say so.`),
    ui: {
      type: "proposal",
      proposal: { ability: "post-need", ...need, words: shorten(need.words, MAX_NEED) },
    },
  };
}

/** A proposal: the item is in the library once the user has filled in and sent the form. */
export function answerShare({ what, sought, size }: Intent): TalkAnswer {
  const title = what === "" || size === null ? what : withSize(what, size);
  const thing = title === "" ? plain("it") : prose`“${plain(title)}”`;
  const kind = sought === "gear" || sought === "venue" || sought === "talent" ? sought : null;
  return {
    ...sentences(
      prose`Good: once ${thing} is in the library, everyone who asks for it finds it. Nothing is shared before you say so.`,
    ),
    ui: { type: "proposal", proposal: { ability: "share", thing: shorten(title, MAX_THING), kind } },
  };
}

/** "Tent for 3 people", "2 kW generator" */
function withSize(what: string, size: Amount): string {
  const [named] = amountsIn(what);
  if (named !== undefined)
    return `${what.slice(0, named.start)}${amountInWords(named)}${what.slice(named.end)}`;
  const amount = amountInWords(size);
  // Of "40 m of rope" the words may begin with the unit.
  const bare = what.replace(new RegExp(`^${size.unit} (?:of )?`, "i"), "");
  return size.unit === "people" ? `${bare} for ${amount}` : `${amount} ${bare}`;
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
  const told = noteOn(noted, what) ?? (what === "" ? noted[0] : undefined);
  if (told !== undefined)
    return sentences(
      prose`“${plain(shorten(askedToRemember(told) ?? told, MAX_NOTED))}” is not in your memories: nothing is kept before you say so.`,
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
  const asked = new Set(searchTerms(subject));
  const count = (note: string) => searchTerms(note).filter((term) => asked.has(term)).length;
  const [best] = noted.toSorted((one, other) => count(other) - count(one));
  return best === undefined || count(best) === 0 ? null : best;
}

/** One of the user's own lists. @param about only the lines with these words, if there are any */
export async function answerMy(
  world: AbilityWorld,
  { topic }: Pick<Intent, "topic">,
  about = "",
): Promise<TalkAnswer> {
  const which = topic === "requests" || topic === "needs" || topic === "plan" ? topic : "loans";
  const all = await world.ownLines(which);
  const asked = new Set(searchTerms(about));
  const named = all?.filter(({ text }) => searchTerms(text).some((term) => asked.has(term))) ?? [];
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

/** One honest line and a way on, where no event is known. @param lead why no events are shown */
export async function answerWithoutEvents(world: AbilityWorld, lead: Prose): Promise<TalkAnswer> {
  const answer = sentences(
    prose`${lead}: camps show what they do on their own pages. Ask for a camp by what it does, or look around on the map.`,
  );
  return { ...answer, ui: withChips(null, await somethingToDo(world)) };
}
