import { useEffect, useState } from "react";
import { type City, findStreet } from "#shared/features/map/city/city.ts";
import { reverse, toGeo } from "#shared/features/map/city/geometry.ts";
import type { View } from "#shared/features/map/view/view.ts";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import type { Markers } from "../layers/use-markers.ts";

/** Milliseconds without movement before the map's content is announced. */
const CALM_MS = 900;

interface MapSummaryProps {
  city: City;
  markers: Markers;
  view: View;
}

/** Announces the visible content for screen readers. */
export function MapSummary({ city, markers, view }: MapSummaryProps) {
  const summary = summaryOf(city, markers, view);
  const [announced, setAnnounced] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(summary), CALM_MS);
    return () => clearTimeout(timer);
  }, [summary]);
  return (
    <VisuallyHidden>
      <output>{announced}</output>
    </VisuallyHidden>
  );
}

/** "1,431 places in 16 groups and 12 single places in view, around 7:30 & Delight." */
function summaryOf(city: City, { clusters, inView }: Markers, view: View): string {
  const grouped = clusters.reduce((sum, { count }) => sum + count, 0);
  const groups =
    clusters.length === 0 ? "" : ` ${grouped.toLocaleString("en")} in ${clusters.length} groups,`;
  const { street, time, distance } = reverse(city, toGeo(city, view));
  const middle =
    street !== null
      ? `${time} & ${findStreet(city, street)?.name ?? street}`
      : distance < 250
        ? "the Man"
        : time;
  return `In view around ${middle}:${groups} ${inView.toLocaleString("en")} single places.`;
}
