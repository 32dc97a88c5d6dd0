import type { SentPosition } from "#shared/features/chat/position.ts";
import { currentPosition, isPositionAllowed, type Position } from "#web/lib/device/position.ts";

/** Milliseconds a message waits for the device. Then it is sent without a position, and the answer offers to request it again. */
const WAIT_MS = 5_000;

/** Requests the position once, after a tap; the browser may ask the user for permission. */
export async function placeForTap(): Promise<{ position: SentPosition } | { problem: string }> {
  const found = await currentPosition();
  return found.isKnown ? { position: sent(found) } : { problem: found.reason };
}

/** The position of a user who has allowed it. Null if the browser would have to ask, or if the device takes too long. */
export async function placeForMessage(): Promise<SentPosition | null> {
  if (!(await isPositionAllowed())) return null;
  const late = new Promise<null>((resolve) => setTimeout(resolve, WAIT_MS, null));
  const found = await Promise.race([currentPosition(), late]);
  return found?.isKnown === true ? sent(found) : null;
}

function sent({ latitude, longitude, accuracyM }: Extract<Position, { isKnown: true }>): SentPosition {
  return { latitude, longitude, accuracyM: Math.min(accuracyM, 1_000_000), at: new Date().toISOString() };
}
