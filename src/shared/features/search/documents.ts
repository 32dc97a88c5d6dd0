import type { SearchDocument } from "./document.ts";
import { shortLine } from "#shared/shorten.ts";

const MAX_HEADING = 80;

interface ResourceFacts {
  id: string;
  communityId: string;
  title: string;
  description: string;
  tags: readonly string[];
  address: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** The search document of a resource. */
export function resourceDocument(resource: ResourceFacts): SearchDocument {
  const { id, communityId, title, description, tags, address, latitude, longitude } = resource;
  return {
    id: `resource:${id}`,
    kind: "resource",
    ownerId: null,
    communityId,
    companion: null,
    title,
    body: [description, tags.join(", ")].filter(Boolean).join("\n"),
    place: address,
    latitude,
    longitude,
  };
}

interface CampFacts {
  id: string;
  name: string;
  description: string | null;
  landmark: string | null;
  hometown: string | null;
  /** Its address, as worded in answers. */
  place: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** The search document of a camp. */
export function campDocument(camp: CampFacts): SearchDocument {
  return {
    id: `camp:${camp.id}`,
    kind: "camp",
    ownerId: null,
    communityId: null,
    companion: null,
    title: camp.name,
    body: [camp.description, camp.landmark, camp.hometown].filter(Boolean).join("\n"),
    place: camp.place,
    latitude: camp.latitude,
    longitude: camp.longitude,
  };
}

interface MemoryFacts {
  id: string;
  userId: string;
  title: string | null;
  content: string;
}

/** The search document of a memory, for its owner only. */
export function memoryDocument({ id, userId, title, content }: MemoryFacts): SearchDocument {
  const heading = title ?? shortLine(content, MAX_HEADING);
  return {
    id: `memory:${id}`,
    kind: "memory",
    ownerId: userId,
    communityId: null,
    companion: null,
    title: heading,
    // Repeating the text would count its words twice.
    body: heading === content.replaceAll(/\s+/g, " ").trim() ? "" : content,
    place: null,
    latitude: null,
    longitude: null,
  };
}
