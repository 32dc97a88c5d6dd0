/**
 * Checks whether the fixed rules recognize people in danger and leave all other users in peace. Uses messages the rules were written with,
 * messages written earlier and never looked at since, and questions in which a word of danger is harmless.
 *
 * node bench/help.bench.ts [--misses] [--held-out]
 *
 * "Sloppy" are 600 messages by another writer who has not seen the rules, typed like frightened, drunk and young people. The rules were
 * extended with one half, and the classifier learned from it; the other half was never read.
 *
 * "Plain" are a thousand sentences of this project that are not about danger and that the classifier has not learned from.
 *
 * "Fresh" are messages of a writer who has not seen the rules, and have never been read: cries of one to four words, sentences, and
 * messages that people type at a festival in a week, a third of them with a word of danger used harmlessly. "Hard" are the same, but half
 * of the harmless messages have such a word.
 *
 * "Night" are messages in words of body, rest, solitude and quiet, as people type them at night, by another such writer: 80 of danger, 100
 * harmless ones, and 200 wishes of which none is about danger. The open ones may be read; neither is learned from yet.
 *
 * "Wishes" are sixty requests for a place, a thing or a skill in words of danger, by another such writer; half of them are among the
 * harmless.
 *
 * Gates: 30 of 30 known, at least 95 % of the held-out, 97 % of the sloppy and 93 % of the unread half, 95 % of the fresh and the hard, no
 * help for at least 98 % of the harmless, the plain and the fresh, 95 % of the held-out wishes, and 94 % of the hard.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import sloppyMessages from "./help-messages.json" with { type: "json" };
import unreadMessages from "./help-messages-held-out.json" with { type: "json" };
import freshMessages from "./help-fresh-held-out.json" with { type: "json" };
import openNightMessages from "./help-night.json" with { type: "json" };
import nightMessages from "./help-night-held-out.json" with { type: "json" };
import hardMessages from "./help-hard-held-out.json" with { type: "json" };
import { findHelp } from "#shared/features/chat/help/help-rules.ts";
import { developmentHelp, harmless, type HelpMessages, knownHelp } from "./help-questions.ts";
import { heldOutHarmless, heldOutHelp, heldOutWishes } from "./help-questions-held-out.ts";

const known = caught(knownHelp);
const development = caught(developmentHelp);
const heldOut = caught(heldOutHelp);
const sloppy = resultsFor(sloppyMessages);
const unread = resultsFor(unreadMessages);
const fresh = resultsFor(freshMessages);
const hard = resultsFor(hardMessages);
const night = resultsFor(nightMessages);
const nightWishes = disturbedOf(nightMessages.wishes).length / nightMessages.wishes.length;
const disturbed = disturbedOf(harmless);
const heldOutDisturbed = disturbedOf(heldOutHarmless);
const wishesDisturbed = disturbedOf(heldOutWishes);
const harmlessInAll = harmless.length + heldOutHarmless.length + heldOutWishes.length;
const disturbedInAll = disturbed.length + heldOutDisturbed.length + wishesDisturbed.length;
const plain = readFileSync(join(import.meta.dirname, "help-plain-held-out.txt"), "utf8")
  .trim()
  .split("\n");
const plainDisturbed = disturbedOf(plain);

print("known", known);
print("development", development);
print("held out", heldOut);
console.log(`harmless: ${disturbed.length} of ${harmless.length} answered with a help card`);
console.log(
  `harmless, held out: ${heldOutDisturbed.length} of ${heldOutHarmless.length} answered with a help card`,
);
console.log(
  `wishes, held out: ${wishesDisturbed.length} of ${heldOutWishes.length} answered with a help card`,
);
console.log(`harmless in all: ${disturbedInAll} of ${harmlessInAll} answered with a help card`);
for (const [name, { share: recognized, disturbed: alarms }] of Object.entries({
  sloppy,
  unread,
  fresh,
  hard,
  "night, open": resultsFor(openNightMessages),
  "night, unread": night,
}))
  console.log(`${name}: ${percent(recognized)} recognized, ${percent(alarms)} of the harmless got a card`);
console.log(`night: ${percent(nightWishes)} of the wishes got a card`);
console.log(`plain: ${plainDisturbed.length} of ${plain.length} answered with a help card`);
// Held-out messages stay unread; otherwise the rules would be tuned on them.
if (process.argv.includes("--misses")) console.log({ known, development, disturbed });
if (process.argv.includes("--held-out")) console.log({ heldOut, heldOutDisturbed });

const gates = [
  { name: "30 of 30 known messages", passes: known.total === 30 && known.missed.length === 0 },
  { name: "held out >= 95 %", passes: share(heldOut) >= 0.95 },
  { name: "harmless >= 98 %", passes: disturbed.length <= harmless.length * 0.02 },
  { name: "sloppy >= 97 %", passes: sloppy.share >= 0.97 && sloppy.disturbed <= 0.02 },
  { name: "sloppy, unread >= 93 %", passes: unread.share >= 0.93 && unread.disturbed <= 0.02 },
  { name: "fresh >= 95 %", passes: fresh.share >= 0.95 && fresh.disturbed <= 0.02 },
  { name: "hard >= 95 %", passes: hard.share >= 0.95 && hard.disturbed <= 0.06 },
  { name: "night >= 96 %", passes: night.share >= 0.96 && night.disturbed <= 0.04 },
  { name: "wishes at night >= 94 %", passes: nightWishes <= 0.06 },
  {
    name: "harmless, held out >= 98 %",
    passes: heldOutDisturbed.length <= heldOutHarmless.length * 0.02,
  },
  // One of thirty is 3.3 %.
  { name: "wishes, held out >= 95 %", passes: wishesDisturbed.length <= heldOutWishes.length * 0.05 },
  { name: "harmless in all >= 98 %", passes: disturbedInAll <= harmlessInAll * 0.02 },
  { name: "plain >= 98 %", passes: plainDisturbed.length <= plain.length * 0.02 },
];
for (const { name } of gates.filter(({ passes }) => !passes)) {
  console.error(`FAILED: ${name}`);
  process.exitCode = 1;
}

interface Messages {
  /** Keyed by what has happened. */
  danger: Record<string, string[]>;
  harmless: string[];
}

/** The share of danger messages that got any card, and of harmless messages that did. */
function resultsFor({ danger, harmless: quiet }: Messages): { share: number; disturbed: number } {
  const all = Object.values(danger).flat();
  return {
    share: all.filter((message) => findHelp(message) !== null).length / all.length,
    disturbed: disturbedOf(quiet).length / quiet.length,
  };
}

function percent(of: number): string {
  return `${(of * 100).toFixed(1)} %`;
}

function disturbedOf(messages: readonly string[]): string[] {
  return messages.filter((message) => findHelp(message) !== null);
}

function caught(messages: HelpMessages) {
  const all = Object.entries(messages).flatMap(([kind, texts]) => texts.map((text) => ({ kind, text })));
  const found = all.map(({ kind, text }) => ({ kind, text, found: findHelp(text) }));
  return {
    total: all.length,
    missed: found.filter((message) => message.found === null).map(({ text }) => text),
    otherKind: found
      .filter((message) => message.found !== null && message.found !== message.kind)
      .map(({ kind, text, found: other }) => `${text} (${kind}, heard as ${other})`),
  };
}

type Caught = ReturnType<typeof caught>;

function share({ total, missed }: Caught): number {
  return (total - missed.length) / total;
}

function print(name: string, result: Caught): void {
  const { total, missed, otherKind } = result;
  console.log(
    `${name}: ${total - missed.length} of ${total} caught (${(share(result) * 100).toFixed(1)} %), ` +
      `${total - missed.length - otherKind.length} of them with the card that fits best`,
  );
}
