import type { ChatEvent } from "#shared/features/chat/contract.ts";
import type { EndState } from "./run-repository.ts";
import type { LoggedFrame } from "./run-log.ts";
import { AppError } from "#server/http/app-error.ts";
import { ModelError } from "#server/platform/llm/language-model.ts";

/** The end of a run: its stored state, and the last events for its listeners. */
export interface Ending {
  state: EndState;
  error: string | null;
  events: ChatEvent[];
}

/** Reason for ending a run from outside. `lost`: another server considered this one dead. */
export type EndReason = "stop" | "cap" | "shutdown" | "lost";

export function finished(finish: ChatEvent): Ending {
  return { state: "done", error: null, events: [finish] };
}

export function endingOfReason(reason: EndReason, frames: readonly LoggedFrame[]): Ending {
  switch (reason) {
    case "stop":
      return { state: "stopped", error: null, events: [...openPartEnds(frames), { type: "abort" }] };
    case "cap":
      return failed(frames, {
        code: "timeout",
        retryable: true,
        message: "The answer took too long and was ended. Please try again.",
      });
    case "shutdown":
    case "lost":
      return interrupted(frames);
  }
}

/** The ending for an error in the middle of a run. Null for a bug, which has to be logged in full. */
export function endingOfError(error: unknown, frames: readonly LoggedFrame[]): Ending | null {
  if (error instanceof ModelError) return failed(frames, error.failure);
  if (error instanceof AppError && error.code !== "internal") {
    const { code, message, status, detail } = error;
    return failed(frames, {
      code,
      message,
      retryable: status >= 500 || status === 429,
      retryAfter: detail.retryAfter ?? null,
    });
  }
  return null;
}

export function unexpected(frames: readonly LoggedFrame[]): Ending {
  return failed(frames, {
    code: "internal",
    retryable: true,
    message: "Something broke on our side. Please try again.",
  });
}

export function notStored(frames: readonly LoggedFrame[]): Ending {
  const message = "This answer could not be stored. Please ask again.";
  return failed(frames, { code: "internal", retryable: true, message });
}

export function interrupted(frames: readonly LoggedFrame[]): Ending {
  const message = "The server was restarted in the middle of this answer. The text so far is saved.";
  return { ...failed(frames, { code: "interrupted", retryable: true, message }), state: "interrupted" };
}

function failed(
  frames: readonly LoggedFrame[],
  failure: { code: string; retryable: boolean; retryAfter?: number | null; message: string },
): Ending {
  const { code, retryable, retryAfter = null, message } = failure;
  return {
    state: "failed",
    error: message,
    events: [
      ...openPartEnds(frames),
      { type: "data-error", data: { code, retryable, retryAfter } },
      { type: "error", errorText: message },
    ],
  };
}

/** The `-end` event of a part that was started but not ended. Parts are sequential, so there is at most one. */
function openPartEnds(frames: readonly LoggedFrame[]): ChatEvent[] {
  const last = frames.findLast(({ event }) => /^(text|reasoning)-(start|end)$/.test(event.type))?.event;
  if (last?.type === "text-start") return [{ type: "text-end", id: last.id }];
  if (last?.type === "reasoning-start") return [{ type: "reasoning-end", id: last.id }];
  return [];
}
