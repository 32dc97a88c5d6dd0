import type { ResourceDetail } from "#shared/features/resources/contract.ts";

const CREATED = "2026-08-24T10:00:00Z";

/** The fixed gear of the simulated scan, for demo mode only. */
export const sampleGear: ResourceDetail = {
  id: "sample-gear",
  _id: "sample-gear",
  type: "gear",
  offeringType: "gear",
  title: "Dust Storm Lantern",
  description: "A lantern that shines through a whiteout. It charges by day and hangs on any pole.",
  tags: ["light", "solar"],
  status: "active",
  availability: "available",
  loobricateId: "sample-community",
  communityName: "Lamplighters",
  pseudonym: "Ember",
  author: { name: "Ember", location: "6:00 & Esplanade" },
  isMine: false,
  location: null,
  email: null,
  phone: null,
  hasContact: false,
  photos: { gallery: [] },
  photoUrls: [],
  metadata: { createdAt: CREATED },
  createdAt: CREATED,
  updatedAt: CREATED,
  version: 1,
  tagMark: null,
  history: [
    { action: "Returned", date: "2026-08-29T21:30:00Z", location: "6:00 & Esplanade" },
    { action: "Handed over", date: "2026-08-27T18:05:00Z", location: "The Temple" },
    { action: "Added to the library", date: CREATED, location: "6:00 & Esplanade" },
  ],
};
