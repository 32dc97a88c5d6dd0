import { useMatch, useNavigate, useSearch } from "@tanstack/react-router";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";

/** The marker of a searched address. */
export const ADDRESS_ITEM = "place:at";

const RESOURCE = "resource:";
/** Prefixes of the other markers, which the address of the page keeps. */
const OTHER = /^(?:stack|community|need|art|medical|ranger):/;

export interface Selection {
  /** The selected marker's id; null when there is none. */
  itemId: string | null;
  campId: string | null;
  /** The searched address. */
  at: string | null;
  /** The list of camps is open. */
  isBrowsing: boolean;
  /** The panel is open: a place is selected by more than a dialog over the map, or the list is shown. */
  hasPanel: boolean;
}

/** What the address of the page selects on the map, so that back, reload and sharing work. */
export function useSelection(): Selection {
  const campId = useMatch({ from: "/explore/camp/$id", shouldThrow: false })?.params.id ?? null;
  const { show, at = null, panel } = useSearch({ from: "/explore" });
  // Its details lie over the map. Read without the list of all dialogs, which would delay the map.
  const search: { dialog?: unknown; id?: unknown } = useSearch({ strict: false });
  const openResource =
    search.dialog === "resource" && typeof search.id === "string" ? `${RESOURCE}${search.id}` : null;
  const shown = show === undefined ? null : OTHER.test(show) ? show : RESOURCE + show;
  const chosen = campId ?? shown ?? (at === null ? null : ADDRESS_ITEM);
  const isBrowsing = panel === "browse";
  return {
    itemId: chosen ?? openResource,
    campId,
    at,
    isBrowsing,
    hasPanel: isBrowsing || chosen !== null,
  };
}

/** Path and search of the page that shows a marker. */
export function linkOf(itemId: string, at: string | null) {
  if (itemId === ADDRESS_ITEM) return { to: "/explore", search: at === null ? {} : { at } } as const;
  if (itemId.startsWith(RESOURCE))
    return { to: "/explore", search: { show: itemId.slice(RESOURCE.length) } } as const;
  if (OTHER.test(itemId)) return { to: "/explore", search: { show: itemId } } as const;
  return { to: "/explore/camp/$id", params: { id: itemId } } as const;
}

/** Selects a marker, or an address. @param queued ids of resources that wait on this device */
export function useSelect(queued: readonly { id: string }[]) {
  const navigate = useNavigate();
  const openDialog = useOpenDialog();
  return (itemId: string, at: string | null = null): void => {
    if (queued.some(({ id }) => itemId === RESOURCE + id)) openDialog({ dialog: "outbox" });
    else void navigate(linkOf(itemId, at));
  };
}
