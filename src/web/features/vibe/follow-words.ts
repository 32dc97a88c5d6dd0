import { getVibe, type Vibe } from "#shared/features/vibe/contract.ts";
import { drift } from "#shared/features/vibe/drift.ts";
import { restingVibe } from "#shared/features/vibe/shape.ts";
import { feelingOf } from "#shared/feeling.ts";
import { call } from "#web/lib/server/api-client.ts";
import { sendVibe } from "./send-vibe.ts";
import { followsWords } from "./words-setting.ts";

/** Minimum interval between two updates, in milliseconds; changes in between are sent with the next. */
export const SEND_EVERY_MS = 20_000;

interface WordFollowerOptions {
  /** The server's vibe of a user; null when none was set. @throws when the server cannot be reached */
  read: (userId: string) => Promise<Vibe | null>;
  send: (userId: string, vibe: Vibe) => Promise<unknown>;
  isOn: () => boolean;
}

/**
 * Adjusts users' vibes by their messages. The text never leaves this device: only the resulting vibe is sent.
 * @returns a function that receives the text of each message
 */
export function createWordFollower({ read, send, isOn }: WordFollowerOptions) {
  let waiting: { userId: string; feelings: NonNullable<ReturnType<typeof feelingOf>>[] } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sentAt = Number.NEGATIVE_INFINITY;

  async function sendNow(): Promise<void> {
    timer = undefined;
    const taken = waiting;
    waiting = null;
    if (taken === null || !isOn()) return;
    sentAt = Date.now();
    const { userId, feelings } = taken;
    const before = (await read(userId)) ?? restingVibe;
    await send(userId, feelings.reduce(drift, before));
  }

  return (userId: string, text: string): void => {
    const feeling = isOn() ? feelingOf(text) : null;
    if (feeling === null) return;
    waiting =
      waiting?.userId === userId
        ? { userId, feelings: [...waiting.feelings, feeling] }
        : { userId, feelings: [feeling] };
    // A failure, such as being offline, is ignored: the next message updates the vibe.
    timer ??= setTimeout(
      () => void sendNow().catch(() => undefined),
      Math.max(0, sentAt + SEND_EVERY_MS - Date.now()),
    );
  };
}

/** The instance of this page. */
export const followWords = createWordFollower({
  read: async (userId) => (await call(getVibe, { params: { entityId: userId } }, {})).state,
  send: (userId, vibe) => sendVibe(userId, "me", vibe),
  isOn: followsWords,
});
