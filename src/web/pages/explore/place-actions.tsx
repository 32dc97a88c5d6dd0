import { Footprints, Navigation2, Share2 } from "lucide-react";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { City, GeoPoint } from "#shared/features/map/city/city.ts";
import { type LocalPoint, toLocal } from "#shared/features/map/city/geometry.ts";
import { directions } from "#shared/features/map/view/directions.ts";
import type { OwnPlace } from "#web/features/map/position/own-place.ts";
import type { FixState } from "#web/features/map/position/use-fix.ts";
import { DirectionsSection } from "#web/features/map/way/directions-section.tsx";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { ShareSection } from "./share-section.tsx";
import styles from "./explore-panel.module.css";

const Whiteout = lazy(async () => ({
  default: (await import("#web/features/map/way/whiteout.tsx")).Whiteout,
}));

/** Whether the user is known, where the user is, and the callback that draws a requested path on the map. */
export interface Here {
  isPersonKnown: boolean;
  fixState: FixState;
  ownPlace: OwnPlace;
  onPath: (path: readonly LocalPoint[]) => void;
}

interface PlaceActionsProps {
  city: City;
  name: string;
  /** Null if it has no place, and therefore no directions. */
  place: GeoPoint | null;
  /** Path of its own page on the map. */
  path: string;
  here: Here;
  /** Actions shown before the common ones, such as borrowing. */
  children?: ReactNode;
}

/** The actions of every item on the map: directions, also for a whiteout, and a link to it. */
export function PlaceActions({ city, name, place, path, here, children }: PlaceActionsProps) {
  const [opened, setOpened] = useState<"way" | "share" | null>(null);
  const [isWhiteout, setIsWhiteout] = useState(false);
  const goal = place === null ? null : { ...place, name };
  const toggle = (part: "way" | "share"): void => setOpened(opened === part ? null : part);
  return (
    <>
      <div className={styles.actions}>
        {children}
        {goal === null ? null : (
          <>
            <Chip
              aria-pressed={opened === "way"}
              aria-expanded={opened === "way"}
              onClick={() => toggle("way")}
            >
              <Footprints aria-hidden size={18} strokeWidth={1.8} /> Directions
            </Chip>
            <Chip onClick={() => setIsWhiteout(true)}>
              <Navigation2 aria-hidden size={18} strokeWidth={1.8} /> Whiteout
            </Chip>
          </>
        )}
        <Chip
          aria-pressed={opened === "share"}
          aria-expanded={opened === "share"}
          onClick={() => toggle("share")}
        >
          <Share2 aria-hidden size={18} strokeWidth={1.8} /> Share
        </Chip>
      </div>
      {goal !== null && opened === "way" ? (
        <div ref={showOpened}>
          <DirectionsSection city={city} goal={goal} ownPlace={here.ownPlace} onPath={here.onPath} />
        </div>
      ) : null}
      {opened === "share" ? (
        <div ref={showOpened}>
          <ShareSection name={name} path={path} />
        </div>
      ) : null}
      {goal !== null && isWhiteout ? (
        <Suspense>
          <Whiteout city={city} goal={goal} state={here.fixState} onClose={() => setIsWhiteout(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Scrolls an opened part into view, because it may lie below the edge of a sheet. */
function showOpened(part: HTMLElement | null): void {
  part?.scrollIntoView({ block: "nearest" });
}

/** Link from the map to a community's own page. */
export function CommunityLink({ id }: { id: string }) {
  const { communityNoun } = usePublicSettings();
  return (
    <Link className={buttonClass()} to="/community/$id" params={{ id }}>
      Open this {communityNoun}
    </Link>
  );
}

/**
 * Returns "7:30 & Enchant · 6 min walk"; without a position the walk is "from the Man". @param address empty where the title is an address
 */
export function placeLine(city: City, address: string, place: GeoPoint | null, ownPlace: OwnPlace): string {
  return [address, place === null ? "" : walkWords(city, place, ownPlace)]
    .filter((part) => part !== "")
    .join(" · ");
}

function walkWords(city: City, place: GeoPoint, ownPlace: OwnPlace): string {
  const { footMinutes } = directions(city, ownPlace, toLocal(city, place));
  if (footMinutes === 0) return ownPlace.isReal ? "You are there" : "";
  return `${footMinutes} min walk${ownPlace.isReal ? "" : " from the Man"}`;
}
