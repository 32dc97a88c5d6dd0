import { ApiError, isPassing } from "#web/lib/server/api-client.ts";
import type { ChatTransport } from "../transport/chat-transport.ts";

const TRIES = 5;
const WAIT_MS = 1_000;

/** Stops an answer; its run tells the end itself. Tried again while the line is bad and the answer goes on. */
export async function stopAnswer(
  transport: () => Promise<ChatTransport>,
  runId: string,
  isGoingOn: () => boolean,
): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    try {
      await (await transport()).stop(runId);
      return;
    } catch (error) {
      if (error instanceof ApiError && !isPassing(error)) return; // it is over
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS * tries));
    }
    if (!isGoingOn()) return;
  }
}

/** Resolves once a state holds. @param subscribe tells of every change */
export async function until(isSo: () => boolean, subscribe: (listener: () => void) => () => void) {
  if (isSo()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const unsubscribe = subscribe(() => {
    if (isSo()) resolve();
  });
  await promise;
  unsubscribe();
}
