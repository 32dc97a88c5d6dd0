import { setTimeout as sleep } from "node:timers/promises";
import { addEvent, type Answer, emptyAnswer } from "#shared/features/chat/answer.ts";
import { chatEvent } from "#shared/features/chat/contract.ts";
import { MAX_MESSAGE } from "#shared/features/chat/limits.ts";
import { newId } from "#shared/id.ts";
import type { Deps } from "#server/deps.ts";
import { memoryIdsOf } from "#server/features/chat/given-memories.ts";
import { listGiven } from "#server/features/chat/quotes-repository.ts";
import type { Chat } from "#server/features/chat/service.ts";
import { plainAnswer } from "./plain-answer.ts";
import { type LinkRecord, storeThread } from "./repository.ts";
import { AppError } from "#server/http/app-error.ts";

/** The text to send back. */
export interface LoobyAnswer {
  text: string;
  /** `memory:<id>` of the person's memories that went into it. */
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
  const { useRag } = link;
  const thread = link.threadId === null ? {} : { threadId: link.threadId };
  // Immediately: a server that takes the question over needs its conversation.
  const begin = async (threadId: string) => {
    if (threadId !== link.threadId) await storeThread(database.kysely, { userId: link.userId, threadId });
  };
  let reply = await follow((await chat.respond(actor, { messageId, text, useRag, ...thread })).events, begin);
  const threadId = reply.threadId ?? link.threadId;
  if (reply.isInterrupted && tries > 0 && tries < MOST_TRIES && threadId !== null) {
    const retry = { trigger: "retry", messageId: newId(), parentId: messageId, threadId } as const;
    reply = await follow((await chat.respond(actor, { ...retry, text, useRag })).events, begin);
  }
  if (reply.isInterrupted && tries < MOST_TRIES) throw new AnswerInterrupted();
  const { answer, failure } = reply;
  const given = reply.answerId === null ? [] : await listGiven(database.kysely, reply.answerId);
  const quotes = [...new Set([...memoryIdsOf(answer.sources), ...given])].map((id) => `memory:${id}`);
  return { text: plainAnswer(answer, failure, config.publicUrl), quotes, threadId };
}

/** An answer that was read to its end. */
interface Followed {
  answer: Answer;
  /** Null when the server stopped before the answer began. */
  threadId: string | null;
  /** Id of the answer; null when it did not begin. */
  answerId: string | null;
  failure: string | null;
  isInterrupted: boolean;
}

/** @param begin receives the conversation when the answer begins */
async function follow(
  frames: AsyncIterable<string>,
  begin: (threadId: string) => Promise<void>,
): Promise<Followed> {
  const followed: Followed = {
    answer: emptyAnswer,
    threadId: null,
    answerId: null,
    failure: null,
    isInterrupted: false,
  };
  for await (const frame of frames) {
    for (const event of eventsOf(frame)) {
      followed.answer = addEvent(followed.answer, event);
      if (event.type === "error") followed.failure = event.errorText;
      if (event.type === "data-error") followed.isInterrupted = event.data.code === "interrupted";
      if (event.type !== "start") continue;
      followed.answerId = event.messageId;
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
