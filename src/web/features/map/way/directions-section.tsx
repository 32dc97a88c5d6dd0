import { Volume2, VolumeX } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { parseAddress } from "#shared/features/map/address/address.ts";
import type { City, GeoPoint } from "#shared/features/map/city/city.ts";
import { directionSentences, roundMetres } from "#shared/features/map/view/direction-words.ts";
import { directions } from "#shared/features/map/view/directions.ts";
import { type LocalPoint, locateLocal, toLocal } from "#shared/features/map/city/geometry.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import type { OwnPlace } from "../position/own-place.ts";
import styles from "./directions-section.module.css";

interface DirectionsSectionProps {
  city: City;
  goal: GeoPoint & { name: string };
  ownPlace: OwnPlace;
  /** Called with the route to draw on the map; empty when there is none. Its identity must be stable. */
  onPath: (path: readonly LocalPoint[]) => void;
}

/** Street-by-street directions to a place from the user's position or an address. Computed on the device, so they work offline. */
export function DirectionsSection({ city, goal, ownPlace, onPath }: DirectionsSectionProps) {
  const [start, setStart] = useState("");
  const speech = useSpeech();
  const { x, y } = toLocal(city, goal);
  const { name } = goal;
  const typed = start.trim() === "" ? null : locateLocal(city, parseAddress(start));
  const isUnknown = start.trim() !== "" && typed === null;
  const fromX = (typed ?? ownPlace).x;
  const fromY = (typed ?? ownPlace).y;
  const route = useMemo(
    () => (isUnknown ? null : directions(city, { x: fromX, y: fromY }, { x, y })),
    [city, isUnknown, fromX, fromY, x, y],
  );
  const sentences = route === null ? [] : directionSentences(city, route, name);

  useEffect(() => {
    onPath(route?.legs.flatMap(({ path }) => path) ?? []);
    return () => onPath([]);
  }, [onPath, route]);

  return (
    <section className={styles.way} aria-label={`The way to ${name}`}>
      <TextField
        label="From"
        placeholder={ownPlace.isReal ? "Where you are" : "The Man"}
        hint="An address such as 4:30 & Gobsmack. Leave empty to start from where you are (or the Man)."
        error={isUnknown ? "That isn’t an address in the city. Try one such as 4:30 & Gobsmack." : null}
        value={start}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setStart(event.currentTarget.value)}
      />
      {route === null ? null : (
        <>
          <p className={styles.sum}>
            <b>{roundMetres(route.metres)}</b>, {minutes(route.footMinutes)} on foot,{" "}
            {minutes(route.bikeMinutes)} by bike
          </p>
          <ol className={styles.steps}>
            {sentences.map((sentence, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- sentences may repeat
              <li key={index}>{sentence}</li>
            ))}
          </ol>
          {speech.canSpeak ? (
            <Button onClick={() => (speech.isSpeaking ? speech.hush() : speech.speak(sentences))}>
              {speech.isSpeaking ? <VolumeX aria-hidden size={20} /> : <Volume2 aria-hidden size={20} />}
              {speech.isSpeaking ? "Stop reading" : "Read aloud"}
            </Button>
          ) : null}
        </>
      )}
    </section>
  );
}

function minutes(count: number): string {
  return count === 1 ? "1 minute" : `${count} minutes`;
}

/** The browser's speech synthesis. Silent in browsers without it and on devices without an installed voice. */
function useSpeech() {
  const [isSpeaking, setIsSpeaking] = useState(false);
  const canSpeak = "speechSynthesis" in window;

  // Stop reading when the user leaves the page.
  useEffect(() => {
    if (!canSpeak) return;
    return () => speechSynthesis.cancel();
  }, [canSpeak]);

  return {
    canSpeak,
    isSpeaking,
    speak(sentences: readonly string[]) {
      speechSynthesis.cancel();
      const words = new SpeechSynthesisUtterance(sentences.map(spoken).join(" "));
      words.lang = "en";
      words.addEventListener("end", () => setIsSpeaking(false));
      words.addEventListener("error", () => setIsSpeaking(false));
      setIsSpeaking(true);
      speechSynthesis.speak(words);
    },
    hush() {
      speechSynthesis.cancel();
      setIsSpeaking(false);
    },
  };
}

/** Text for a voice, which would read "m" as a letter and "&" as a symbol. */
function spoken(sentence: string): string {
  return sentence
    .replaceAll(/(\d) km\b/g, "$1 kilometres")
    .replaceAll(/(\d) m\b/g, "$1 metres")
    .replaceAll("&", "and");
}
