import { specCity } from "#shared/features/map/city/city.ts";
import { indexDocuments } from "#shared/features/search/document-index.ts";
import type { SearchDocument } from "#shared/features/search/document.ts";
import type { AbilityWorld } from "../answer/ability-world.ts";
import { type Copy, worldOfCopy } from "../answer/copy-world.ts";

/** A phone's copy with these documents, on 2 September 2027, 21:40 in Los Angeles. @param known additional data */
export function smallWorld(documents: readonly SearchDocument[], known: Partial<Copy> = {}): AbilityWorld {
  return worldOfCopy({
    productName: "Looby",
    city: specCity,
    clock: { now: new Date("2027-09-02T21:40:00-07:00"), zone: "America/Los_Angeles" },
    me: null,
    home: null,
    services: [],
    communities: [],
    ownLines: async () => null,
    events: async () => null,
    index: indexDocuments(documents),
    notes: new Map(),
    connected: [],
    facts: new Map(),
    ...known,
  });
}
