import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { shareThought } from "#shared/features/daily/contract.ts";
import { dayOf, isPast } from "#shared/day.ts";
import { useNow } from "#web/lib/use-now.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { dailyQueries } from "./api.ts";

/** Milliseconds between two checks whether the day of an open page has ended. */
const CHECK_MS = 60_000;

/** Whether a thought was shared today, according to the latest data. */
export function useHasShared(isKnown: boolean): boolean {
  const { data } = useQuery({ ...dailyQueries.status(), enabled: isKnown });
  const now = new Date(useNow(CHECK_MS));
  return data !== undefined && data.hasDumped && data.day === dayOf(now, data.timeZone);
}

/** Today's quest; an earlier day's quest is cleared at the latest a minute after the end of its day. */
export function useQuest(isWanted: boolean) {
  const client = useQueryClient();
  const quest = useQuery({ ...dailyQueries.quest(), enabled: isWanted });
  const now = new Date(useNow(CHECK_MS));
  const { data } = quest;
  const isOver =
    data !== undefined && data.createdAt !== null && isPast(new Date(data.createdAt), now, data.timeZone);
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: ["daily"] });
  }, [isOver, client]);
  return { ...quest, data: isOver ? undefined : data, isOver };
}

/** Whether a thought is queued on this device. */
export function useWaitingThought(): boolean {
  return useOutbox().operations.some(({ endpointId }) => endpointId === shareThought.id);
}
