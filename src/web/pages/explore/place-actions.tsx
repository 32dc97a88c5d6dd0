import { Footprints, Navigation2, Share2 } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { City, GeoPoint } from "#shared/features/map/city/city.ts";
import { DirectionsSection } from "#web/features/map/way/directions-section.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import styles from "./explore-panel.module.css";
import type { Here } from "./here.ts";

const ShareSection = lazy(async () => ({ default: (await import("./share-section.tsx")).ShareSection }));
const Whiteout = lazy(async () => ({
  default: (await import("#web/features/map/way/whiteout.tsx")).Whiteout,
}));

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
        <div ref={showOpened} className={styles.opened}>
          <Suspense fallback={<Spinner label="Loading" />}>
            <ShareSection name={name} path={path} />
          </Suspense>
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
