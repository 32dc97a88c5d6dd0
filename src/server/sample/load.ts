import sharp from "sharp";
import { parseAddress } from "#shared/features/map/address/address.ts";
import { type GeoPoint, specCity } from "#shared/features/map/city/city.ts";
import { locate } from "#shared/features/map/city/geometry.ts";
import type { Deps } from "#server/deps.ts";
import { foldPseudonym } from "#shared/features/account/pseudonym.ts";
import { campAddressLine } from "#shared/features/map/address/camp-address.ts";
import { campDocument } from "#shared/features/search/documents.ts";
import { saveCamps } from "#server/features/map/repository.ts";
import { storageKeyOf } from "#server/features/photos/signed-link.ts";
import { listResourceRecords } from "#server/features/resources/repository.ts";
import { resourceDocument } from "#shared/features/search/documents.ts";
import type { SearchDocument } from "#shared/features/search/document.ts";
import { upsertDocuments } from "#server/features/search/repository.ts";
import { generateCamps } from "./camps.ts";
import { communities } from "./communities.ts";
import { peopleOf, samplePeople, sampleResources } from "./festival.ts";
import { drawPicture } from "./picture.ts";
import { hasCommunities, insertSampleRows, type SampleRows } from "./repository.ts";

const CAMPS = 1500;
const CAMP_SEED = 2026;
const DAY_MS = 86_400_000;

/** Loads the sample festival into an empty library, all or nothing. Returns false when the library is not empty. */
export async function loadSampleFestival({ database }: Pick<Deps, "database">): Promise<boolean> {
  return await database.maintenance(({ kysely }) =>
    kysely.transaction().execute(async (db) => {
      if (await hasCommunities(db)) return false;
      await insertSampleRows(db, sampleRows(Date.now()));
      const camps = generateCamps(CAMP_SEED, CAMPS);
      await saveCamps(
        db,
        camps.map((camp) => ({ camp, card: { offerings: [], events: [] } })),
      );
      const resources = await listResourceRecords(db, { limit: 1000 });
      await upsertDocuments(db, [
        ...resources.map(resourceDocument),
        ...camps.map((camp) => campDocument({ ...camp, place: campAddressLine(specCity, camp) })),
        ...cityDocuments(),
      ]);
      return true;
    }),
  );
}

/**
 * Draws the missing pictures of sample resources, one at a time. The first start serves requests at once, and an interrupted
 * start resumes where it stopped.
 */
export async function drawSamplePictures(deps: Deps, signal: AbortSignal): Promise<void> {
  for (const resource of sampleResources()) {
    if (signal.aborted) return;
    const key = storageKeyOf(resource.photoPath, "full");
    if ((await deps.storage.head(key)) !== null) continue;
    const picture = sharp(Buffer.from(drawPicture(resource.type, resource.pictureSeed)));
    const full = await picture.clone().webp({ quality: 78 }).toBuffer();
    const thumb = await picture.resize({ width: 320 }).webp({ quality: 72 }).toBuffer();
    await deps.storage.put(storageKeyOf(resource.photoPath, "thumb"), thumb);
    await deps.storage.put(key, full);
  }
}

/** @param now milliseconds since the epoch: resources are dated some days before it */
function sampleRows(now: number): SampleRows {
  const resources = sampleResources();
  const places = new Map(communities.map(({ id, address }) => [id, { address, ...pointOf(address) }]));
  return {
    users: samplePeople().map(({ userId, pseudonym }) => ({
      id: userId,
      pseudonym,
      pseudonym_key: foldPseudonym(pseudonym),
      internal_email: `${userId}@sample.invalid`,
    })),
    communities: communities.map((community, index) => ({
      ...community,
      ...pointOf(community.address),
      city: "Demo City",
      created_by: peopleOf(index)[0].userId,
    })),
    people: communities.flatMap((community, index) =>
      peopleOf(index).map((person, position) => ({
        community_id: community.id,
        user_id: person.userId,
        role: position === 0 ? "admin" : "member",
      })),
    ),
    photos: resources.map((resource) => ({
      path: resource.photoPath,
      owner_id: resource.owner.userId,
      purpose: "entry",
      size: 1, // drawn later; sample people have no quota
      width: 800,
      height: 600,
      sha256: "",
      is_stored: true,
      used_by: `resource:${resource.id}`,
      unused_since: null,
    })),
    resources: resources.map((resource) => {
      const made = new Date(now - resource.age * DAY_MS);
      return {
        id: resource.id,
        community_id: resource.communityId,
        type: resource.type,
        title: resource.title,
        description: resource.description,
        tags: resource.tags,
        availability: resource.availability,
        ...places.get(resource.communityId),
        email: `${resource.owner.userId}@example.org`,
        photos: [resource.photoPath],
        created_by: resource.owner.userId,
        pseudonym: resource.owner.pseudonym,
        created_at: made,
        updated_at: made,
      };
    }),
    history: resources.map((resource) => ({
      resource_id: resource.id,
      action: "Added to the library",
      place: places.get(resource.communityId)?.address ?? null,
      at: new Date(now - resource.age * DAY_MS),
    })),
  };
}

/** @throws RangeError for an address outside the demo city, which is an error in the sample data */
function pointOf(address: string): GeoPoint {
  const point = locate(specCity, parseAddress(address));
  if (point === null) throw new RangeError(`${address} is not in the demo city`);
  return { latitude: point.latitude, longitude: point.longitude };
}

/** Found in talks with any companion. */
function cityDocuments(): SearchDocument[] {
  return cityFacts.map(({ slug, title, text }) => ({
    id: `context:city#${slug}`,
    kind: "context",
    ownerId: null,
    communityId: null,
    companion: null,
    title,
    body: text,
    place: null,
    latitude: null,
    longitude: null,
  }));
}

/** Facts that apply only to the demo city. General desert knowledge is in the companions' documents. */
const cityFacts: readonly { slug: string; title: string; text: string }[] = [
  {
    slug: "lost-and-found",
    title: "Where lost things go",
    text: "Lost things and found things go to the lost and found at Centre Camp. Write your camp address on what you would hate to lose.",
  },
  {
    slug: "toilets",
    title: "Where the toilets are",
    text: "Rows of toilets stand along the main rings every hour of the clock. Only paper from the roll goes in. Carry a headlamp at night.",
  },
  {
    slug: "ice",
    title: "Where ice is handed out",
    text: "Ice is handed out at three places: Centre Camp, and the plazas at 3:00 and 9:00. Mornings are quietest.",
  },
  {
    slug: "medical",
    title: "Where the medical tents are",
    text: "Medical tents stand at Centre Camp and at the 3:00 and 9:00 plazas, day and night. In an emergency shout, send one person running, and stay with whoever is hurt.",
  },
  {
    slug: "rangers",
    title: "How to find a Ranger",
    text: "Rangers walk the city day and night in khaki. They help with quarrels, lost people and anything that feels wrong.",
  },
];
