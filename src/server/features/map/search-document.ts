import type { Camp } from "#shared/features/map/camp.ts";
import type { SearchDocument } from "#server/features/search/repository.ts";

/** What search knows of a camp. */
export function campDocument(camp: Camp): SearchDocument {
  return {
    id: `camp:${camp.id}`,
    kind: "camp",
    ownerId: null,
    communityId: null,
    companion: null,
    title: camp.name,
    body: [camp.description, camp.landmark, camp.hometown].filter(Boolean).join("\n"),
    place: camp.location_string ?? null,
    latitude: camp.latitude,
    longitude: camp.longitude,
  };
}
