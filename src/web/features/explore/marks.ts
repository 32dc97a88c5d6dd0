import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type CampMark, markCamp } from "#shared/features/explore/contract.ts";
import type { QueuedOperation } from "#web/offline/outbox/outbox.ts";
import { bodyOf } from "#web/offline/outbox/queue.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { exploreQueries } from "./api.ts";

/** A user's mark of a camp, as stored on this phone. The name is the server's, for a camp that left the map. */
export type Mark = Pick<CampMark, "isFavourite" | "note" | "campName">;
export type Marks = ReadonlyMap<string, Mark>;

export const NO_MARK: Mark = { isFavourite: false, note: "" };

/** The server's last response with the queued changes applied in order. */
export function marksWith(listed: readonly CampMark[], operations: readonly QueuedOperation[]): Marks {
  const marks = new Map<string, Mark>(
    listed.map(({ campId, isFavourite, note, campName }) => [campId, { isFavourite, note, campName }]),
  );
  for (const operation of operations) {
    const campId = operation.params?.["campId"];
    const change = bodyOf(markCamp, operation);
    // A refused one stays in the outbox for the user to resolve.
    if (campId === undefined || change === null || operation.state !== "queued") continue;
    const before = marks.get(campId) ?? NO_MARK;
    marks.set(campId, {
      ...before,
      isFavourite: change.isFavourite ?? before.isFavourite,
      note: change.note ?? before.note,
    });
  }
  return marks;
}

/** The marks of camps that are no longer on the map, with names to show. */
export function leftMarks(marks: Marks, camps: readonly { id: string }[]) {
  const ids = new Set(camps.map(({ id }) => id));
  return [...marks].flatMap(([id, { isFavourite, note, campName }]) =>
    ids.has(id) || (!isFavourite && note === "")
      ? []
      : [{ id, note, name: campName ?? "A camp of an earlier map" }],
  );
}

/**
 * The user's favourites and notes by camp, including changes this phone has not sent yet.
 * @param isPersonKnown false while the user is unknown, because a request would create a separate session
 */
export function useMarks(isPersonKnown: boolean): Marks {
  const { data } = useQuery({ ...exploreQueries.marks(), enabled: isPersonKnown });
  const { operations } = useOutbox();
  return useMemo(() => marksWith(data ?? [], operations), [data, operations]);
}
