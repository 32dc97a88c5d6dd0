/** The number of things that make a library worth visiting. */
export const FIRST_THINGS = 3;

export type FirstStep = "invite" | "share" | "map";

/** The steps a new community has left. It is on the map by its own place or by the camp it claims. */
export function firstSteps(community: {
  memberCount: number;
  thingCount: number;
  latitude: number | null;
  campId: string | null;
}): { step: FirstStep; isDone: boolean }[] {
  const { memberCount, thingCount, latitude, campId } = community;
  return [
    { step: "invite", isDone: memberCount > 1 },
    { step: "share", isDone: thingCount >= FIRST_THINGS },
    { step: "map", isDone: latitude !== null || campId !== null },
  ];
}
