import type { ResourceDetail } from "#shared/features/resources/contract.ts";

const at = "2026-08-30T06:00:00.000Z";

/** A resource of a library, by default free gear of another user. */
export function resourceWith(changes: Partial<ResourceDetail> = {}): ResourceDetail {
  const id = changes.id ?? "gear-drill";
  return {
    id,
    _id: id,
    type: "gear",
    offeringType: "gear",
    title: "A drill",
    description: "With a box of bits.",
    tags: [],
    status: "active",
    availability: "available",
    loans: [],
    loobricateId: "tinker-row",
    communityName: "Tinker Row",
    pseudonym: "Grace",
    author: { name: "Grace", location: "" },
    isMine: false,
    location: null,
    email: null,
    phone: null,
    hasContact: false,
    photos: { gallery: [] },
    photoUrls: [],
    metadata: { createdAt: at },
    createdAt: at,
    updatedAt: at,
    version: 1,
    tagMark: null,
    history: [],
    ...changes,
  };
}
