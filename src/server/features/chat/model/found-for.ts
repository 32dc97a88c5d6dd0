import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import type { AbilityWorld } from "#shared/features/talk/answer/ability-world.ts";
import { answerTalk } from "#shared/features/talk/answer/answer-talk.ts";
import { withLending } from "#shared/features/talk/answer/listing-state.ts";
import { isPlainSearch } from "#shared/features/talk/answer/understand.ts";
import type { Intent, TalkState } from "#shared/features/talk/understand/intent.ts";
import { itemsFor, type ReplyRequest, type ReplyWorld } from "../reply-request.ts";

const MOST_ITEMS = 8;

export interface Found {
  items: readonly Retrieved[];
  /** The rules' answer to the message, as Markdown. Null when it is only a search for its words. */
  rulesAnswer: string | null;
}

/**
 * The items that a model receives with the message. For a self-contained message they are the search results. For a follow-up ("and
 * closer?") they are the items in the rules' answer, because a search for its words alone would return other items.
 */
export async function foundFor(
  world: ReplyWorld,
  request: ReplyRequest,
  talk: { abilities: AbilityWorld; state: TalkState; intents: readonly Intent[] },
): Promise<Found> {
  const { abilities, state, intents } = talk;
  const search = async () =>
    await withLending(abilities, await itemsFor(world, request, { limit: MOST_ITEMS, isForModel: true }));
  if (isPlainSearch(intents, state)) return { items: await search(), rulesAnswer: null };
  if (intents.every(({ ability }) => ability === "small-talk")) return { items: [], rulesAnswer: null };
  const { parts } = await answerTalk(abilities, intents, request.question);
  const shown = parts.flatMap(({ items }) => items);
  request.given.addItems(shown);
  const items = [...new Map(shown.map((item) => [item.source.sourceId, item])).values()];
  return {
    items: items.length === 0 ? await search() : items.slice(0, MOST_ITEMS),
    rulesAnswer: parts.map(({ text }) => text).join(""),
  };
}
