import { Navigation2 } from "lucide-react";
import { useEffect, useState } from "react";
import type { City, GeoPoint } from "#shared/features/map/city/city.ts";
import { roundMetres } from "#shared/features/map/view/direction-words.ts";
import { fixAge, isFresh } from "#shared/features/map/view/fix-age.ts";
import { formatClock } from "#shared/features/map/city/clock.ts";
import { hoursOf, toLocal } from "#shared/features/map/city/geometry.ts";
import { watchHeading } from "#web/lib/device/compass.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { FullScreen } from "#web/ui/overlay/full-screen.tsx";
import type { FixState } from "../position/use-fix.ts";
import styles from "./whiteout.module.css";

interface WhiteoutProps {
  city: City;
  goal: GeoPoint & { name: string };
  state: FixState;
  onClose: () => void;
}

/** Distance in meters that counts as having arrived. */
const ARRIVED = 15;

/**
 * For a whiteout: distance and direction, as large as the screen. The arrow follows the device's compass, else the direction of walking,
 * else the city's clock. An old fix has no arrow, because it would mislead.
 */
export function Whiteout({ city, goal, state, onClose }: WhiteoutProps) {
  const { fix, problem, isWatching, start } = state;
  const [compass, setCompass] = useState<number | null>(null);
  const now = useNow(1_000);
  useEffect(() => watchHeading(setCompass), []);
  useEffect(() => {
    if (fix === null && !isWatching && problem === null) start();
  });
  useEffect(() => holdWakeLock(), []);

  return (
    <FullScreen title={goal.name} onClose={onClose}>
      {fix !== null && isFresh(fix.at, now) ? (
        <Pointer bearing={bearingTo(city, fix, goal)} heading={compass ?? fix.courseDegrees} city={city} />
      ) : (
        <div className={styles.waiting}>
          {fix === null ? null : (
            <LastKnown metres={bearingTo(city, fix, goal).metres} age={fixAge(fix.at, now)} />
          )}
          <p role={problem === null ? "status" : "alert"}>{problem ?? "Finding you..."}</p>
          {problem === null ? null : (
            <Button variant="primary" onClick={start}>
              Try Again
            </Button>
          )}
        </div>
      )}
      <p className={styles.help}>
        Lost and cold? Stay where you are, make light and noise, and call for people.
      </p>
    </FullScreen>
  );
}

/** The distance at the last fix. Its age changes every second, so it is not announced. */
function LastKnown({ metres, age }: { metres: number; age: string }) {
  return (
    <div aria-live="off">
      <p className={styles.lastKnown}>{roundMetres(metres)}</p>
      <p>Your last known place: {age}</p>
    </div>
  );
}

interface PointerProps {
  city: City;
  bearing: ReturnType<typeof bearingTo>;
  /** Degrees clockwise from north that the user faces or walks towards; null when unknown. */
  heading: number | null;
}

function Pointer({ city, bearing, heading }: PointerProps) {
  const { metres, degrees, clock } = bearing;
  if (metres < ARRIVED) return <p className={styles.distance}>You are there</p>;
  // Without a heading the top of the screen is 12:00.
  const turn = degrees - (heading ?? city.bearing12);
  return (
    <div className={styles.pointer}>
      <Navigation2
        className={styles.arrow}
        aria-hidden
        strokeWidth={1}
        fill="currentColor"
        style={{ rotate: `${turn}deg` }}
      />
      <p className={styles.distance}>{roundMetres(metres)}</p>
      <p className={styles.direction}>
        {heading === null ? `Towards ${clock}` : turnWords(degrees, heading)}
      </p>
      {heading === null ? (
        <p className={styles.note}>Face 12:00, or start walking, and the arrow is true.</p>
      ) : null}
    </div>
  );
}

/** Prevents the screen from turning off. Browsers without support ignore this. */
function holdWakeLock(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isOver = false;
  void navigator.wakeLock
    ?.request("screen")
    .then((granted) => {
      lock = granted;
      if (isOver) void granted.release();
    })
    .catch(() => undefined);
  return () => {
    isOver = true;
    void lock?.release();
  };
}

interface Bearing {
  /** Straight-line distance. */
  metres: number;
  /** Degrees clockwise from true north. */
  degrees: number;
  /** The same on the city's clock, as seen from its center: towards "4:30". */
  clock: string;
}

/** Distance and direction from one place to another. */
export function bearingTo(city: City, from: GeoPoint, to: GeoPoint): Bearing {
  const [a, b] = [toLocal(city, from), toLocal(city, to)];
  const way = { x: b.x - a.x, y: b.y - a.y };
  const hours = hoursOf(way);
  return {
    metres: Math.hypot(way.x, way.y),
    degrees: (hours * 30 + city.bearing12 + 360) % 360,
    clock: formatClock(Math.round(hours * 4) / 4),
  };
}

/** The direction to turn, in words for users who cannot see the map. */
export function turnWords(degrees: number, headingDegrees: number): string {
  const turn = ((degrees - headingDegrees + 540) % 360) - 180;
  const size = Math.abs(turn);
  if (size <= 15) return "Straight ahead";
  if (size >= 165) return "Behind you";
  const side = turn > 0 ? "right" : "left";
  return size < 60
    ? `A little to the ${side}`
    : size <= 120
      ? `To the ${side}`
      : `Behind you, to the ${side}`;
}
