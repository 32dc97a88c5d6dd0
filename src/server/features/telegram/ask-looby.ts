import { setTimeout as sleep } from "node:timers/promises";
import { addEvent, type Answer, emptyAnswer } from "#shared/features/chat/answer.ts";
import { chatEvent } from "#shared/features/chat/contract.ts";
import { linksOf, withoutOtherLinks } from "#shared/features/chat/model-links.ts";
import { wordsOfSteps } from "#shared/features/talk/abilities/words-of-steps.ts";
import { MAX_MESSAGE } from "#shared/features/chat/limits.ts";
import type { Proposal } from "#shared/features/chat/proposal.ts";
import { proposalAction, proposalSubject } from "#shared/features/talk/answer/proposal-words.ts";
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

/** A question, and the id of its message in the conversation. Asked again with the same id, it gets the same answer. */
export interface TelegramQuestion {
  id: string;
  text: string;
}

/** Asks as the linked person. Never throws. */
export type AskLooby = (link: LinkRecord, question: TelegramQuestion) => Promise<LoobyAnswer>;

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
      if (error instanceof AppError && error.code === "conflict" && tries > 0) {
        // The conversation is being answered in the page.
        await sleep(BUSY_WAIT_MS);
        return await askLooby(link, question, tries - 1);
      }
      if (error instanceof AppError && error.code === "not-found" && link.threadId !== null)
        // The conversation was deleted in the page, so the message begins a new one.
        return await askLooby({ ...link, threadId: null }, question, tries);
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
  { id: messageId, text }: TelegramQuestion,
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
  let answer = emptyAnswer;
  let threadId: string | null = null;
  let failure: string | null = null;
  for await (const frame of await chat.say(actor, { messageId, text, ...thread })) {
    for (const event of eventsOf(frame)) {
      answer = addEvent(answer, event);
      if (event.type === "start") threadId = event.messageMetadata.threadId;
      if (event.type === "error") failure = event.errorText;
    }
  }
  if (threadId !== link.threadId) await storeThread(database.kysely, { userId: link.userId, threadId });
  const quotes = answer.sources.map(({ sourceId }) => sourceId).filter((id) => id.startsWith("memory:"));
  return { text: plainAnswer(answer, failure, config.publicUrl), quotes, threadId };
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
  const said = answer.model === null ? answer.text : textOfModel(answer);
  const text = said.replaceAll(/\[\^([\w:-]+)\]/g, (_, id: string) => {
    const index = answer.sources.findIndex(({ sourceId }) => sourceId === id);
    return index < 0 ? "" : `[${index + 1}]`;
  });
  const sources = answer.sources.map(({ title, place }, index) =>
    [`[${index + 1}] ${title}`, place].filter((part) => part !== null).join(", "),
  );
  const offer =
    answer.ui?.type === "memory-offer"
      ? `I can keep that as something you look for: open Looby${publicUrl === null ? "" : ` at ${publicUrl}`}.`
      : null;
  const proposed = answer.ui?.type === "proposal" ? proposalLine(answer.ui.proposal, publicUrl) : null;
  // Sent as plain text, where Markdown's asterisks would be visible.
  const steps = wordsOfSteps(answer.steps);
  const parts = [text.replaceAll("**", "").trim(), sources.join("\n"), steps, offer, proposed, failure];
  return parts.filter((part) => part !== null && part !== "").join("\n\n") || "I have no answer to that.";
}

/** Telegram turns everything that looks like an address into a link, even without a scheme. An invisible space prevents that. */
function textOfModel({ text, sources }: Answer): string {
  const links = linksOf(sources);
  return withoutOtherLinks(text, links)
    .split(/(\s+)/)
    .map((word) =>
      /:\/\/|@|^www\./i.test(word) ? word : word.replaceAll(/(?<=[\p{L}\p{N}])\.(?=\p{L})/gu, ".\u200B"),
    )
    .join("");
}

/** A proposal is only prepared here. The person completes it in the page, which has the same conversation. */
function proposalLine(proposal: Proposal, publicUrl: string | null): string {
  const what = [proposalAction(proposal), proposalSubject(proposal)].filter((part) => part !== "").join(": ");
  return `${what}. Open Looby${publicUrl === null ? "" : ` at ${publicUrl}`} to do it.`;
}
