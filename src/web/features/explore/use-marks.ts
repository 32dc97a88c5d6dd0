import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { exploreQueries } from "./api.ts";
import { type Marks, marksWith } from "./marks.ts";

/**
 * The person's own favourites and notes by camp, with what this phone has not sent yet.
 * @param isPersonKnown false while it is not known who is here: asking would open a session of its own
 */
export function useMarks(isPersonKnown: boolean): Marks {
  const { data } = useQuery({ ...exploreQueries.marks(), enabled: isPersonKnown });
  const { kept } = useOutbox();
  return useMemo(() => marksWith(data ?? [], kept), [data, kept]);
}
