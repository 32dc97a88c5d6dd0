import { plain, type Prose, prose } from "#shared/features/chat/prose.ts";
import { itemPart } from "#shared/features/chat/answer-part.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import type { AbilityWorld } from "./ability-world.ts";
import { placeOf } from "./place-of.ts";
import { sentences, type TalkAnswer } from "./talk-answer.ts";

const SHOWN = 8;
/** Items looked at around a camp. */
const AROUND = 40;

/** The things a user or a camp shares; null when there is neither. @param whose a pseudonym or a camp's name, as written */
export async function answerOwner(world: AbilityWorld, whose: string): Promise<TalkAnswer | null> {
  // "Ravis stuff", typed without an apostrophe.
  for (const name of new Set([whose, whose.replace(/s$/, "")])) {
    const owned = await world.ownedBy(name);
    if (owned.length > 0) return listOf(prose`**${plain(titled(name))}** shares:`, owned);
  }
  const found = await placeOf(world, { kind: "named", name: whose });
  if (found.kind !== "place" || found.place.item?.source.kind !== "camp") return null;
  const { at, item } = found.place;
  const there = (await world.around(at, AROUND)).filter(
    ({ source }) => source.kind === "resource" && source.place !== null && isSamePlace(source.place, item),
  );
  const title = prose`**${plain(item.source.title)}**`;
  if (there.length === 0) return sentences(prose`I find nothing that ${title} shares.`, [item]);
  return listOf(prose`At ${title} there is:`, there);
}

function isSamePlace(place: string, { source }: Retrieved): boolean {
  const parts = (text: string) => text.split(" & ").toSorted().join(" & ");
  return source.place !== null && parts(source.place) === parts(place);
}

function listOf(opening: Prose, items: readonly Retrieved[]): TalkAnswer {
  return {
    parts: [{ text: prose`${opening}\n`, items: [] }, ...items.slice(0, SHOWN).map((item) => itemPart(item))],
    ui: null,
    choices: [],
  };
}

function titled(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
