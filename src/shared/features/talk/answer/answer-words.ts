import { plain, type Prose, prose } from "#shared/features/chat/prose.ts";
import { dayOf } from "#shared/day.ts";
import { withChips } from "#shared/features/chat/answer-chips.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import { asksHow } from "../search/search-plan.ts";
import { shorten } from "#shared/shorten.ts";
import type { Chip } from "#shared/features/chat/proposal.ts";
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
  const { topic } = intent;
  if (topic === "today") return sentences(todayInWords(world, intent.when));
  const { answer, best } = await guideOn(world, topic, message);
  if (answer !== null) return answer;
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

/** The guide's section on the topic that the message names; null when it names none, or the guide has no section on it. */
export async function answerTopic(world: AbilityWorld, message: string): Promise<TalkAnswer | null> {
  const topic = topicOf(plainWords(message));
  // "Post a need for a radio, no signal here" is no question about it.
  if (topic === null || (topic === "offline" && !asksHow(message))) return null;
  return (await guideOn(world, topic, message)).answer;
}

/**
 * The answer of the guide's section on a topic, null without one, and the page that fits the words best. Where the guide does not describe
 * Looby, a built-in text does.
 */
async function guideOn(
  world: AbilityWorld,
  topic: string | null,
  message: string,
): Promise<{ answer: TalkAnswer | null; best: Retrieved | undefined }> {
  // A festival's own guide may have a heading with the topic's words.
  const headings = topic === null ? [] : [...new Set([SECTIONS[topic] ?? topic, topic])];
  const text = `${headings.join(" ").replaceAll("-", " ")} ${message}`;
  const found = await world.find({ text, kinds: ["context"], near: null, limit: 6 });
  const [best] = found;
  const item = found.find(({ source }) => {
    const slug = source.sourceId.split("#")[1] ?? "";
    return headings.some((heading) => slug === heading || slug.startsWith(`${heading}-`));
  });
  if (item !== undefined) {
    const answer = sentences(plain(item.body), [item]);
    return { answer: topic === "sharing" ? { ...answer, ui: shareSomething } : answer, best };
  }
  const isSelf = topic === "who-are-you" || topic === "what-can-you-do";
  return { answer: isSelf ? answerSelf(world) : null, best };
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

/** One honest line and a way on, where no event is known. @param lead why no events are shown */
export async function answerWithoutEvents(world: AbilityWorld, lead: Prose): Promise<TalkAnswer> {
  const answer = sentences(
    prose`${lead}: camps show what they do on their own pages. Ask for a camp by what it does, or look around on the map.`,
  );
  return { ...answer, ui: withChips(null, await somethingToDo(world)) };
}
