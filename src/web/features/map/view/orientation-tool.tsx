import { Navigation2 } from "lucide-react";
import { useEffect, useState } from "react";
import type { City } from "#shared/features/map/city/city.ts";
import { oneTurn } from "#shared/features/map/view/view.ts";
import { watchHeading } from "#web/lib/device/compass.ts";
import { iconButtonClass } from "#web/ui/icon-button.tsx";
import type { MapView } from "./map-view.ts";

interface OrientationToolProps {
  city: City;
  map: MapView;
  /** Current rotation of the map, radians clockwise. */
  turn: number;
}

const NEARLY = 0.01;

/** Chooses which direction is up on the map: 12:00, north, or the user's heading. One button cycles through them. */
export function OrientationTool({ city, map, turn }: OrientationToolProps) {
  const [isFollowing, setIsFollowing] = useState(false);
  const northUp = (city.bearing12 * Math.PI) / 180;
  const isAt = (wanted: number): boolean => Math.abs(oneTurn(turn - wanted)) < NEARLY;
  const next = isFollowing ? "clock" : isAt(0) ? "north" : isAt(northUp) && hasCompass() ? "facing" : "clock";

  useEffect(() => {
    if (!isFollowing) return;
    return watchHeading((degrees) => map.act({ type: "turn", to: northUp - (degrees * Math.PI) / 180 }));
  }, [isFollowing, map, northUp]);

  const label = {
    clock: "Turn the map: 12:00 up",
    north: "Turn the map: north up",
    facing: "Turn the map with me",
  }[next];
  return (
    <button
      type="button"
      className={iconButtonClass()}
      aria-label={label}
      title={label}
      onClick={() => {
        setIsFollowing(next === "facing");
        if (next === "clock") map.turnTo(0);
        else if (next === "north") map.turnTo(northUp);
      }}
    >
      {/* The needle points to 12:00. */}
      <Navigation2 aria-hidden size={20} strokeWidth={1.8} style={{ rotate: `${turn}rad` }} />
    </button>
  );
}

/** Whether this is a handheld device; a desktop screen does not turn with its user. */
function hasCompass(): boolean {
  return "DeviceOrientationEvent" in window && window.matchMedia("(pointer: coarse)").matches;
}
