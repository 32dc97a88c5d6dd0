import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { MessageSquare } from "lucide-react";
import { useMemo } from "react";
import type { City } from "#shared/features/map/city/city.ts";
import { useSession } from "#web/features/account/session.ts";
import { threadQueries } from "#web/features/chat/threads/threads-api.ts";
import { finderOver } from "#web/features/map/search/find-on-map.ts";
import { hitDetail, hitIcons } from "#web/features/map/search/map-search.tsx";
import { wordSearch } from "#web/features/map/search/word-search.ts";
import { useCity } from "#web/features/map/use-city.ts";
import { linkOf } from "#web/features/map/show-search.ts";
import { useOpenThread } from "../chat/use-open-thread.ts";
import type { DialogSearch } from "../dialogs.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";
import { type PaletteAction, paletteActions } from "./palette-actions.ts";
import type { PaletteRow } from "./palette-dialog.tsx";
import { useSearchThings } from "./search-things.ts";

/** Maximum number of conversations and of actions per search. */
const MOST = 5;

const findActions = wordSearch(paletteActions, [
  { read: ({ title }) => title, boost: 3 },
  { read: ({ words }) => words, boost: 1 },
]);

/** Returns the rows that match the typed text, by kind. Without text: all actions and the newest conversations. */
export function usePaletteGroups(typed: string): { value: string; items: PaletteRow[] }[] {
  const isEmpty = typed.trim() === "";
  const go = useGo();
  const person = useSession();
  const openThread = useOpenThread(person);
  const city = useCity();
  const findPlaces = useFindPlaces(city);
  const threads = useQuery({ ...threadQueries.list(""), enabled: person !== null }).data;
  const findThreads = useMemo(
    () => wordSearch(threads ?? [], [{ read: ({ title }) => title, boost: 1 }]),
    [threads],
  );

  const places = isEmpty ? [] : findPlaces(typed);
  const found = isEmpty ? (threads ?? []) : findThreads(typed);
  const actions = isEmpty ? paletteActions : findActions(typed).slice(0, MOST);
  return [
    {
      value: "Places and things",
      items: places.map((hit) => ({
        id: hit.id,
        title: hit.title,
        detail: hitDetail(hit),
        icon: hitIcons[hit.kind],
        open: () => go.to(linkOf(hit.id, hit.at)),
      })),
    },
    {
      value: "Conversations",
      items: found.slice(0, MOST).map((thread) => ({
        id: `thread:${thread.id}`,
        title: thread.title,
        detail: "",
        icon: MessageSquare,
        open: () => {
          openThread(thread);
          go.to({ to: "/" });
        },
      })),
    },
    {
      value: "Actions",
      items: actions.map(({ title, icon, opens }) => ({
        id: `action:${title}`,
        title,
        detail: "",
        icon,
        open: () => go.open(opens),
      })),
    },
  ].filter(({ items }) => items.length > 0);
}

type PageLink = ReturnType<typeof linkOf> | Exclude<PaletteAction["opens"], DialogSearch>;

/** Navigates from the palette to another view or dialog, so that going back leads to the view below. */
function useGo() {
  const router = useRouter();
  const openDialog = useOpenDialog();
  const to = (link: PageLink) => void router.navigate({ search: {}, ...link, replace: true });
  return {
    to,
    open: (opens: PaletteAction["opens"]) => ("dialog" in opens ? openDialog(opens) : to(opens)),
  };
}

function useFindPlaces(city: City | null): ReturnType<typeof finderOver> {
  const things = useSearchThings(city);
  return useMemo(() => (city === null ? () => [] : finderOver(city, things)), [city, things]);
}
