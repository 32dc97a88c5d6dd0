import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { shareThought } from "#shared/features/daily/contract.ts";
import { dayOf, isPast } from "#shared/day.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { dailyQueries } from "./api.ts";

// Written out once more: the contract brings its schemas along.
const SHARE: typeof shareThought.id = "daily.share-thought";
/** How often a page that stays open looks whether the day is over. */
const CHECK_MS = 60_000;

/** Whether a thought was shared today, as far as is known. */
export function useHasShared(isKnown: boolean): boolean {
  const { data } = useQuery({ ...dailyQueries.status(), enabled: isKnown });
  const now = useNow();
  return data !== undefined && data.hasDumped && data.day === dayOf(now, data.timeZone);
}

/** Today's quest; one of an earlier day is cleared, at the latest a minute after the day's end. */
export function useQuest(isWanted: boolean) {
  const client = useQueryClient();
  const quest = useQuery({ ...dailyQueries.quest(), enabled: isWanted });
  const now = useNow();
  const { data } = quest;
  const isOver =
    data !== undefined && data.createdAt !== null && isPast(new Date(data.createdAt), now, data.timeZone);
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: ["daily"] });
  }, [isOver, client]);
  return { ...quest, data: isOver ? undefined : data, isOver };
}

/** Whether a thought waits on this device for the signal. */
export function useWaitingThought(): boolean {
  return useOutbox().kept.some(({ endpointId }) => endpointId === SHARE);
}

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), CHECK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
