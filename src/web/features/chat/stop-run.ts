import { ApiError } from "../../lib/api-client.ts";
import type { ChatLine } from "./chat-line.ts";

const TRIES = 5;
const WAIT_MS = 1_000;

/** Stops an answer; tried again while the line is bad, as long as it is the one that comes in. */
export async function stopRun(
  line: () => Promise<ChatLine>,
  runId: string,
  isComing: () => boolean,
): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    try {
      await (await line()).stop(runId);
      return;
    } catch (error) {
      if (error instanceof ApiError && error.status !== 0 && error.status < 500) return; // it is over
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS * tries));
    }
    if (!isComing()) return;
  }
}
