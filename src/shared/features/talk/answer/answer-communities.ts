import { withChips } from "#shared/features/chat/answer-chips.ts";
import { itemPart } from "#shared/features/chat/answer-part.ts";
import { plain, type Prose, prose } from "#shared/features/chat/prose.ts";
import { countInWords } from "#shared/features/chat/search-answer.ts";
import { communitiesNamed, thingsShared } from "#shared/features/communities/named-community.ts";
import type { AbilityWorld } from "./ability-world.ts";
import { withDistance } from "./answer-way.ts";
import { communityItem } from "./community-item.ts";
import type { TalkAnswer } from "./talk-answer.ts";

const SHOWN = 5;
/** A longer message is about more than a community. */
const MOST_CHARACTERS = 200;

/** A message with these words and a name, and no others, requests the community itself. */
const ASKING = new Set(
  `about all an any are ask become can called community communities do does find for get give go group groups have have i
  id im in is it join know lend loobricate loobricates looking me member my named offer on open part people please
  s search share shares show tell that there this to want we what whats where wheres which who whos with you`.split(
    /\s+/,
  ),
);
/** Requests the list of communities. */
const LIST =
  /^(?:(?:please|can you|show|list|tell|give|find|see|me|us|all|any|are|there|what|which|who|the|of|a) )*(?:communities|loobricates)(?: (?:are|is|there|here|around|do|you|know|have|can|i|join|please|to|exist|in|the|city))*$/;

/** The communities that a message requests, by name or all of them. Null for any other request. */
export async function answerCommunities(world: AbilityWorld, message: string): Promise<TalkAnswer | null> {
  if (message.length > MOST_CHARACTERS) return null;
  const communities = await world.communityNames();
  const asked = message
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  if (LIST.test(asked) && communities.length > 0) {
    const count = communities.length;
    const more = count > SHOWN ? prose` The library has them all, under Communities.` : "";
    const opening = prose`${countInWords(count)} ${plain(count === 1 ? "community" : "communities")} here.${more}\n`;
    return await listOf(world, opening, communities);
  }
  const named = communitiesNamed(message, communities)
    .filter(({ rest }) => rest.every((word) => ASKING.has(word)))
    .map(({ community }) => community);
  return named.length === 0 ? null : await listOf(world, prose``, named);
}

async function listOf(
  world: AbilityWorld,
  opening: Prose,
  named: readonly { id: string }[],
): Promise<TalkAnswer> {
  const { me } = world;
  const communities = await world.communities(named.slice(0, SHOWN).map(({ id }) => id));
  const parts = communities.map((community) => {
    const item = communityItem(world.city, community);
    return itemPart(me === null ? item : withDistance(world, item, me), [thingsShared(community.things)]);
  });
  const [only, another] = communities;
  const ways =
    only === undefined || only.at === null || another !== undefined
      ? []
      : [{ label: "Take me there", say: `How do I get to ${only.name}?` }];
  return { parts: [{ text: opening, items: [] }, ...parts], ui: withChips(null, ways), choices: [] };
}
