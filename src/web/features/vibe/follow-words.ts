import { getVibe, type Vibe } from "#shared/features/vibe/contract.ts";
import { drift } from "#shared/features/vibe/drift.ts";
import { restingVibe } from "#shared/features/vibe/shape.ts";
import { feelingOf } from "#shared/feeling.ts";
import { call } from "#web/lib/server/api-client.ts";
import { sendVibe } from "./send-vibe.ts";
import { followsWords } from "./words-setting.ts";

/** A vibe is sent at most this often, in milliseconds; what comes meanwhile goes along with the next. */
export const SEND_EVERY_MS = 20_000;

interface WordFollowerOptions {
  /** A person's vibe as the server has it; null when nobody has said. @throws when it cannot be asked */
  read: (userId: string) => Promise<Vibe | null>;
  send: (userId: string, vibe: Vibe) => Promise<unknown>;
  isOn: () => boolean;
}

/**
 * Lets people's vibes follow what they say. The words stay where they are: only the drawing that comes of them is sent.
 * @returns takes the words, right after they were said
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
    // What does not work now, such as without a signal, is not worth a word: the next words bring it up to date.
    timer ??= setTimeout(
      () => void sendNow().catch(() => undefined),
      Math.max(0, sentAt + SEND_EVERY_MS - Date.now()),
    );
  };
}

/** This page's. */
export const followWords = createWordFollower({
  read: async (userId) => (await call(getVibe, { params: { entityId: userId } }, {})).state,
  send: (userId, vibe) => sendVibe(userId, "me", vibe),
  isOn: followsWords,
});
