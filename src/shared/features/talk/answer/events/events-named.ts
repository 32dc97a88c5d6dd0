import type { AbilityWorld } from "../ability-world.ts";
import { namedIn } from "./choose-events.ts";
import { daysOf, nowOn, onwards, type TimedEvent, timedOf } from "./event-spans.ts";

/** Events that have not ended and whose title is named in a text, by start; empty without a programme. */
export async function eventsNamed(world: AbilityWorld, text: string): Promise<TimedEvent[]> {
  const now = nowOn(world.clock);
  const events = await world.events({ ...daysOf(onwards(now)), campId: null });
  return namedIn(
    timedOf(events ?? [], world.clock).filter(({ end }) => end > now),
    text,
  );
}
