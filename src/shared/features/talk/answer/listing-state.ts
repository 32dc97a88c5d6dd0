import { dayOf } from "#shared/day.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import { availabilityOf } from "#shared/features/lending/availability.ts";
import type { AbilityWorld } from "./ability-world.ts";

/** The items, with the state of every listing among them. */
export async function withLending(
  { listings, clock: { now, zone } }: Pick<AbilityWorld, "listings" | "clock">,
  items: readonly Retrieved[],
): Promise<Retrieved[]> {
  const ids = items.filter(({ source }) => source.kind === "resource").map(({ source }) => source.sourceId);
  if (ids.length === 0) return [...items];
  const facts = await listings(ids);
  const on = dayOf(now, zone);
  return items.map((item) => {
    const known = facts.get(item.source.sourceId);
    if (known === undefined) return item;
    const lending = { ...availabilityOf(known, on), isMine: known.isMine, on, at: now.toISOString() };
    return { ...item, source: { ...item.source, lending } };
  });
}

/** Puts items that can be borrowed now first; the order is otherwise unchanged. */
export function freeFirst<Item>(items: readonly Item[], foundOf: (item: Item) => Retrieved): Item[] {
  return items.toSorted((one, other) => Number(isBlocked(foundOf(one))) - Number(isBlocked(foundOf(other))));
}

function isBlocked({ source: { lending } }: Retrieved): boolean {
  return lending !== undefined && lending.state !== "available";
}
