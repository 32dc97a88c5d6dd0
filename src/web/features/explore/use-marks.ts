import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { exploreQueries } from "./api.ts";
import { type Marks, marksWith } from "./marks.ts";

/**
 * The user's favourites and notes by camp, including changes this phone has not sent yet.
 * @param isPersonKnown false while the user is unknown: a request would open a session of its own
 */
export function useMarks(isPersonKnown: boolean): Marks {
  const { data } = useQuery({ ...exploreQueries.marks(), enabled: isPersonKnown });
  const { operations } = useOutbox();
  return useMemo(() => marksWith(data ?? [], operations), [data, operations]);
}
