import { setTimeout as sleep } from "node:timers/promises";
import { addEvent, type Answer, emptyAnswer } from "#shared/features/chat/answer.ts";
import { chatEvent } from "#shared/features/chat/contract.ts";
import { linksOf, withoutOtherLinks } from "#shared/features/chat/model-links.ts";
import { wordsOfSteps } from "#shared/features/talk/abilities/words-of-steps.ts";
import { MAX_MESSAGE } from "#shared/features/chat/limits.ts";
import type { Proposal } from "#shared/features/chat/proposal.ts";
import { proposalAction, proposalSubject } from "#shared/features/talk/words/proposal-words.ts";
import { WIDE_MARKS } from "#shared/http/safe-link.ts";
import { newId } from "#shared/id.ts";
import type { Deps } from "#server/deps.ts";
import type { Chat } from "#server/features/chat/service.ts";
import { type LinkRecord, storeThread } from "./repository.ts";
import { AppError } from "#server/http/app-error.ts";

/** The text to send back. */
export interface LoobyAnswer {
  text: string;
  /** `memory:<id>` of the person's memories it quotes. */
  quotes: readonly string[];
  /** The conversation it is part of; null when there is none. */
  threadId: string | null;
}

/**
 * A question. If it is asked again with the same id, the answer is the same, or a new one when a stopped server has interrupted the first.
 */
export interface TelegramQuestion {
  /** Of its message in the conversation. */
  id: string;
  text: string;
  /** How often it was taken over from a server that stopped. */
  tries: number;
}

/** The server stopped during the answer: the next one asks again. */
export class AnswerInterrupted extends Error {}

/** Asks as the linked person. @throws AnswerInterrupted */
export type AskLooby = (link: LinkRecord, question: TelegramQuestion) => Promise<LoobyAnswer>;

/** A question that was interrupted more often may be the cause of the server's stops. */
const MOST_TRIES = 3;
const BUSY_WAIT_MS = 1_000;
/** As long as an answer may take. */
const BUSY_TRIES = 300;

/** Messages from Telegram continue one conversation, which also appears in the page. */
export function createAskLooby(deps: Pick<Deps, "database" | "config" | "log">, chat: Chat): AskLooby {
  const askLooby = async (
    link: LinkRecord,
    question: TelegramQuestion,
    tries: number,
  ): Promise<LoobyAnswer> => {
    try {
      return await ask(deps, chat, link, question);
    } catch (error) {
      if (error instanceof AnswerInterrupted) throw error;
      if (error instanceof AppError && error.code === "too-many-requests" && tries > 0) {
        // The conversation is being answered in the page.
        await sleep(BUSY_WAIT_MS);
        return await askLooby(link, question, tries - 1);
      }
      if (error instanceof AppError) return only(error.message);
      deps.log.error({ err: error }, "a question from Telegram was not answered");
      return only("Something broke on our side. Please try again.");
    }
  };
  return async (link, question) => await askLooby(link, question, BUSY_TRIES);
}

async function ask(
  { database, config }: Pick<Deps, "database" | "config">,
  chat: Chat,
  link: LinkRecord,
  { id: messageId, text, tries }: TelegramQuestion,
): Promise<LoobyAnswer> {
  if (text.length > MAX_MESSAGE)
    return only(`That is longer than I can read: ${MAX_MESSAGE} characters at most, please.`);
  const actor = {
    userId: link.userId,
    kind: "user",
    pseudonym: link.pseudonym,
    sessionId: `telegram-${link.chatId}`,
  } as const;
  const thread = link.threadId === null ? {} : { threadId: link.threadId };
  // Immediately: a server that takes the question over needs its conversation.
  const begin = async (threadId: string) => {
    if (threadId !== link.threadId) await storeThread(database.kysely, { userId: link.userId, threadId });
  };
  let reply = await follow((await chat.respond(actor, { messageId, text, ...thread })).events, begin);
  const threadId = reply.threadId ?? link.threadId;
  if (reply.isInterrupted && tries > 0 && tries < MOST_TRIES && threadId !== null) {
    const retry = { trigger: "retry", messageId: newId(), parentId: messageId, threadId } as const;
    reply = await follow((await chat.respond(actor, { ...retry, text })).events, begin);
  }
  if (reply.isInterrupted && tries < MOST_TRIES) throw new AnswerInterrupted();
  const { answer, failure } = reply;
  const quotes = answer.sources.map(({ sourceId }) => sourceId).filter((id) => id.startsWith("memory:"));
  return { text: plainAnswer(answer, failure, config.publicUrl), quotes, threadId };
}

/** An answer that was read to its end. */
interface Followed {
  answer: Answer;
  /** Null when the server stopped before the answer began. */
  threadId: string | null;
  failure: string | null;
  isInterrupted: boolean;
}

/** @param begin receives the conversation when the answer begins */
async function follow(
  frames: AsyncIterable<string>,
  begin: (threadId: string) => Promise<void>,
): Promise<Followed> {
  const followed: Followed = { answer: emptyAnswer, threadId: null, failure: null, isInterrupted: false };
  for await (const frame of frames) {
    for (const event of eventsOf(frame)) {
      followed.answer = addEvent(followed.answer, event);
      if (event.type === "error") followed.failure = event.errorText;
      if (event.type === "data-error") followed.isInterrupted = event.data.code === "interrupted";
      if (event.type !== "start") continue;
      followed.threadId = event.messageMetadata.threadId;
      await begin(followed.threadId);
    }
  }
  return followed;
}

function only(text: string): LoobyAnswer {
  return { text, quotes: [], threadId: null };
}

/** The events in a piece of wire text, without keep-alives and the end mark. */
function eventsOf(frame: string) {
  return frame.split("\n").flatMap((line) => {
    if (!line.startsWith("data: {")) return [];
    const event = chatEvent.safeParse(JSON.parse(line.slice("data: ".length)));
    return event.success ? [event.data] : [];
  });
}

/** An answer as plain text: its citations are numbered, and the sources listed below it. */
export function plainAnswer(answer: Answer, failure: string | null, publicUrl: string | null): string {
  const numberOf = (id: string) => answer.sources.findIndex(({ sourceId }) => sourceId === id) + 1;
  const text = answer.model === null ? withoutMarkdown(answer.text, numberOf) : textOfModel(answer, numberOf);
  const sources = answer.sources.map(({ title, place }, index) =>
    [`[${index + 1}] ${title}`, place].filter((part) => part !== null).join(", "),
  );
  const offer =
    answer.ui?.type === "memory-offer"
      ? `I can keep that as something you look for: open Looby${publicUrl === null ? "" : ` at ${publicUrl}`}.`
      : null;
  const proposed = answer.ui?.type === "proposal" ? proposalLine(answer.ui.proposal, publicUrl) : null;
  const steps = wordsOfSteps(answer.steps);
  const parts = [text.trim(), sources.join("\n"), steps, offer, proposed, failure];
  return parts.filter((part) => part !== null && part !== "").join("\n\n") || "I have no answer to that.";
}

/**
 * Markdown that would be visible in plain text: an escape, a citation mark, even a partial one, a heading and emphasis. Code and addresses
 * are unchanged.
 */
const MARKDOWN = new RegExp(
  [
    String.raw`\\(?<sign>[\\\x60*_{}[\]<>#~|!^/.])`,
    String.raw`(?<code>(?<ticks>\x60+)(?!\x60)[^]*?(?<!\x60)\k<ticks>(?!\x60))`,
    String.raw` ?(?<mark>\[\^(?:(?<id>[^[\]\n]{0,200})\]|[^[\]\s]*(?=\s|$)))`,
    String.raw`(?<address>(?:https?:\/\/|www\.)[^\s*~[\]()<>]+)`,
    String.raw`(?<heading>^ {0,3}#{1,6}[ \t]+(?=\S))`,
    // Not within a word or number, unlike in scripts without spaces: `2**10`.
    [
      String.raw`(?<![\p{N}\p{scx=Latn}\p{scx=Cyrl}\p{scx=Grek}*_~])(?<run>\*{1,3}(?!\*)|_{1,3}(?!_)|~~(?!~))(?=\S)`,
      String.raw`(?:(?<words>(?:\x60[^\x60\n]+\x60|(?!\x60[^\x60\n]+\x60|(?<!\k<run>)\k<run>(?!\k<run>)|\n\s*\n)[^])+?)`,
      String.raw`(?<=\S)\k<run>(?!\k<run>|\p{N})(?<!_(?=\p{L}))|(?<=\*\*)(?=[^*]+$(?![^])))`,
    ].join(""),
  ].join("|"),
  "gmu",
);

/** @param numberOf the number of a source, 0 when it is not listed */
function withoutMarkdown(markdown: string, numberOf: (sourceId: string) => number): string {
  return markdown.replaceAll(MARKDOWN, (whole, ...found) => {
    const {
      sign,
      code,
      address,
      mark,
      id = "",
      words = "",
    } = found.at(-1) as Record<string, string | undefined>;
    if (sign !== undefined) return /[/.]/.test(sign) ? `\u200B${sign}` : sign;
    if (code !== undefined) return code.replaceAll(/\[\^[a-z][a-z-]*:[\w.:#-]+\]?/g, "");
    if (address !== undefined) return address;
    if (mark === undefined) return withoutMarkdown(words, numberOf);
    if (/^(?:\w-\w)+$/.test(id)) return whole; // characters in a pattern
    const number = numberOf(id);
    return number === 0 ? "" : whole.replace(mark, `[${number}]`);
  });
}

/** The end of an address at a mark that Telegram would treat as a part of it. */
const ADDRESS_END = new RegExp(String.raw`(?:://|@|www\.)[^\s${WIDE_MARKS}]*(?=[${WIDE_MARKS}])`, "gi");

/** Telegram turns everything that looks like an address into a link, even without a scheme. An invisible space prevents that. */
function textOfModel({ text, sources }: Answer, numberOf: (sourceId: string) => number): string {
  const links = linksOf(sources);
  // Again without its marks: removing a mark may join the text on both sides to an address.
  return withoutOtherLinks(withoutMarkdown(withoutOtherLinks(text, links), numberOf), links)
    .replaceAll(ADDRESS_END, "$&\u200B")
    .split(/([\s\u200B]+)/)
    .map((word) =>
      /:\/\/|\w@[\w-]+\.|^www\./i.test(word)
        ? word
        : word.replaceAll(/(?<=[\p{L}\p{N}_-])\.(?=\p{L})/gu, ".\u200B"),
    )
    .join("");
}

/** A proposal is only prepared here. The person completes it in the page, which has the same conversation. */
function proposalLine(proposal: Proposal, publicUrl: string | null): string {
  const what = [proposalAction(proposal), proposalSubject(proposal)].filter((part) => part !== "").join(": ");
  return `${what}. Open Looby${publicUrl === null ? "" : ` at ${publicUrl}`} to do it.`;
}
