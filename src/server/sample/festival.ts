import { resourceTypes, type ResourceType } from "#shared/features/resources/contract.ts";
import { communities } from "./communities.ts";
import { offers } from "./offers.ts";
import { createRandom } from "./random.ts";

/** Invented names only. The first of each community's people is its admin. */
const people = [
  "Moth",
  "Juniper",
  "Captain Biscuit",
  "Ozone",
  "Marigold",
  "Sprocket",
  "Velvet",
  "Tumbleweed",
  "Pixel",
  "Saffron",
  "Doc Lemon",
  "Bramble",
  "Echo",
  "Nimbus",
  "Fizz",
  "Old Teapot",
  "Rook",
  "Clementine",
  "Static",
  "Halfmoon",
  "Pepper",
  "Gravel",
  "Wick",
  "Aster",
  "Noodle",
  "Copper",
  "Lark",
  "Mister Shade",
  "Quill",
  "Tinder",
  "Salt",
  "Blue Kettle",
  "Comet",
  "Dune",
  "Ferris",
  "Glimmer",
] as const;

export interface SamplePerson {
  userId: string;
  pseudonym: string;
}

export interface SampleResource {
  id: string;
  communityId: string;
  type: ResourceType;
  title: string;
  description: string;
  tags: string[];
  availability: "available" | "unavailable" | "maintenance";
  owner: SamplePerson;
  /** Days before the load. */
  age: number;
  photoPath: string;
  pictureSeed: number;
}

const SEED = 7_301_986;
const COPIES = 5;

/** The people of the sample festival. Three of every four belong to a community, and the first of these is its admin. */
export function samplePeople(): SamplePerson[] {
  return people.map((pseudonym) => ({ userId: `sample-${slug(pseudonym)}`, pseudonym }));
}

/** The three people of a community: its admin and two members. */
export function peopleOf(communityIndex: number): [SamplePerson, SamplePerson, SamplePerson] {
  const everyone = samplePeople();
  const at = (offset: number): SamplePerson => {
    const person = everyone[(communityIndex * 3 + offset) % everyone.length];
    if (person === undefined) throw new RangeError("the sample festival has no people");
    return person;
  };
  return [at(0), at(1), at(2)];
}

/** About 300 resources, always the same. */
export function sampleResources(): SampleResource[] {
  const random = createRandom(SEED);
  const resources: SampleResource[] = [];
  for (const [index, offer] of offers.entries()) {
    // An offer goes to the communities that share its tags, and to a few others for variety.
    const fitting = communities.flatMap((community, at) =>
      community.tags.some((tag) => offer.tags.includes(tag)) ? [at] : [],
    );
    const copies = Math.min(COPIES, offer.variants.length + offer.details.length);
    for (let copy = 0; copy < copies; copy += 1) {
      const communityIndex =
        copy < fitting.length ? (fitting[copy] ?? 0) : random.between(0, communities.length - 1);
      const community = communities[communityIndex];
      if (community === undefined) continue;
      const variant = offer.variants[copy % offer.variants.length] ?? offer.variants[0];
      const detail = offer.details[(copy + index) % offer.details.length] ?? offer.details[0];
      const owner = random.pick(peopleOf(communityIndex));
      const serial = String(index * COPIES + copy).padStart(4, "0");
      const roll = random.next();
      resources.push({
        id: `sample-${serial}`,
        communityId: community.id,
        type: offer.type,
        title: offer.title.replace("{}", variant),
        description: `${offer.text} ${detail}`,
        tags: [...offer.tags],
        availability: roll < 0.86 ? "available" : roll < 0.95 ? "unavailable" : "maintenance",
        owner,
        age: random.between(0, 20),
        photoPath: `entries/${owner.userId}/${1_760_000_000_000 + index * COPIES + copy}-${serial}.webp`,
        pictureSeed: SEED + index * 31 + copy * 7 + resourceTypes.indexOf(offer.type),
      });
    }
  }
  return resources;
}

function slug(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}
