import { useLocation, useNavigate, useSearch } from "@tanstack/react-router";
import { isCampMarker, markerId } from "#shared/features/map/marker-id.ts";
import { linkOf, type Place, placeOf } from "#web/features/map/show-search.ts";

export interface Selection extends Place {
  campId: string | null;
  /** Whether the panel is open: the list is shown, or a place is selected by more than a dialog over the map. */
  hasPanel: boolean;
}

/** The selection on a map and the functions that change it. */
export interface MapPlaces {
  selection: Selection;
  /** @param at the address, for a marker of an address */
  select: (itemId: string, at?: string | null) => void;
  /** Shows the list of camps, or the selected place again. */
  browse: (isBrowsing: boolean) => void;
  close: () => void;
}

const NOWHERE: Place = { itemId: null, at: null, isBrowsing: false };

/** The selection in the page's address, so that back, reload and sharing work. */
export function useAddressPlaces(): MapPlaces {
  const pathname = useLocation({ select: (location) => location.pathname });
  // Parsed without the list of all dialogs, which would delay the map.
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const selection = selectionOf(placeOf(pathname, search) ?? NOWHERE);
  // The details of a resource lie over the map.
  const { dialog, id } = search;
  const openResource = dialog === "resource" && typeof id === "string" ? markerId("resource", id) : null;
  return {
    selection: { ...selection, itemId: selection.itemId ?? openResource },
    select: (itemId, at = null) => void navigate(linkOf(itemId, at)),
    browse: (isBrowsing) =>
      void navigate({
        to: ".",
        replace: selection.hasPanel,
        search: ({ panel: _, ...rest }) => (isBrowsing ? { ...rest, panel: "browse" } : rest),
      }),
    close: () => void navigate({ to: "/explore" }),
  };
}

/** The selection of a map beside another view. */
export function useStatePlaces(place: Place | null, setPlace: (place: Place | null) => void): MapPlaces {
  const current = place ?? NOWHERE;
  return {
    selection: selectionOf(current),
    select: (itemId, at = null) => setPlace({ itemId, at, isBrowsing: false }),
    browse: (isBrowsing) => setPlace({ ...current, isBrowsing }),
    close: () => setPlace(null),
  };
}

function selectionOf(place: Place): Selection {
  const { itemId, isBrowsing } = place;
  return {
    ...place,
    campId: itemId !== null && isCampMarker(itemId) ? itemId : null,
    hasPanel: isBrowsing || itemId !== null,
  };
}
