import { useState, type KeyboardEvent, type MouseEvent } from "react";
import { type ChosenPlace, pinOfPlace, placeOfPin } from "#shared/features/map/address/chosen-place.ts";
import { type City, specCity } from "#shared/features/map/city/city.ts";
import { mapSide } from "#shared/features/map/city/geometry.ts";
import { mapTexts } from "#shared/features/map/city/spec-constants.ts";
import { useTheme } from "#web/lib/device/use-theme.ts";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { DrawnCity } from "../layers/base-picture.tsx";
import styles from "./pin-picker.module.css";
import { useCityAnswer } from "../use-city.ts";

const whole = { width: "100%", height: "100%" } as const;
/** Meters the pin moves per key press; ten times as far with Shift. */
const STEP = 10;

interface PinPickerProps {
  /** Position of the pin; null if not set yet. */
  place: ChosenPlace | null;
  onPick: (place: ChosenPlace) => void;
}

/** A small map of the whole city. A tap sets the pin, arrow keys move it. */
export function PinPicker({ place, onPick }: PinPickerProps) {
  const { city, retry } = useCityAnswer();
  if (city !== null) return <CityPinPicker city={city} place={place} onPick={onPick} />;
  return retry === null ? (
    <Spinner label="Loading the map" />
  ) : (
    <ErrorState title={mapTexts.loadFailed} onRetry={retry} />
  );
}

function CityPinPicker({ city, place, onPick }: PinPickerProps & { city: City }) {
  const theme = useTheme();
  const side = mapSide(city);
  const [middle] = useState({ left: 0.5, top: 0.5 });
  const ownPin = place === null ? null : pinOfPlace(city, side, place);
  // An address outside the city has no pin.
  const pin = ownPin !== null && isOnMap(ownPin) ? ownPin : null;

  function pick(share: { left: number; top: number }): void {
    onPick(placeOfPin(city, side, { left: clamp(share.left), top: clamp(share.top) }));
  }

  function handleClick(event: MouseEvent<HTMLButtonElement>): void {
    // A click by keyboard has no position.
    if (event.detail === 0) return pick(pin ?? middle);
    const box = event.currentTarget.getBoundingClientRect();
    pick({ left: (event.clientX - box.left) / box.width, top: (event.clientY - box.top) / box.height });
  }

  function handleKey(event: KeyboardEvent<HTMLButtonElement>): void {
    const direction = directions[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const step = (STEP * (event.shiftKey ? 10 : 1)) / side;
    const from = pin ?? middle;
    pick({ left: from.left + direction.x * step, top: from.top + direction.y * step });
  }
  return (
    <button
      type="button"
      className={styles.map}
      aria-label="Map of the city: tap to drop the pin, or move it with the arrow keys"
      onClick={handleClick}
      onKeyDown={handleKey}
    >
      {city.id === specCity.id ? (
        <img className={styles.picture} src={`/map/${city.id}-${theme}.svg`} alt="" draggable={false} />
      ) : (
        <DrawnCity city={city} theme={theme} place={whole} />
      )}
      {pin === null ? null : (
        <span className={styles.pin} style={{ left: `${pin.left * 100}%`, top: `${pin.top * 100}%` }} />
      )}
    </button>
  );
}

const directions: Partial<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

function isOnMap({ left, top }: { left: number; top: number }): boolean {
  return left >= 0 && left <= 1 && top >= 0 && top <= 1;
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
