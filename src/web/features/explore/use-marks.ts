import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useOutbox } from "#web/offline/outbox-view.ts";
import { exploreQueries } from "./api.ts";
import { type Marks, marksWith } from "./marks.ts";

/** The person's own favourites and notes by camp, with what this phone has not sent yet. */
export function useMarks(): Marks {
  const { data } = useQuery(exploreQueries.marks());
  const { kept } = useOutbox();
  return useMemo(() => marksWith(data ?? [], kept), [data, kept]);
}
