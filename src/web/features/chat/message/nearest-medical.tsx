import { Link } from "@tanstack/react-router";
import { LocateFixed, MapPin } from "lucide-react";
import { useEffect, useState } from "react";
import type { GeoPoint } from "#shared/features/map/city/city.ts";
import { medicalNear } from "#shared/features/map/view/nearest-services.ts";
import { useCity } from "#web/features/map/use-city.ts";
import { currentPosition, isPositionAllowed } from "#web/lib/device/position.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import styles from "./help-card.module.css";

/** The nearest medics and the way to them, also offline. Renders nothing in a city whose medics are unknown. */
export function NearestMedical() {
  const city = useCity();
  const [me, setMe] = useState<GeoPoint | null>(null);
  const [search, setSearch] = useState<"none" | "running" | { reason: string }>("none");

  async function find(): Promise<void> {
    setSearch("running");
    const found = await currentPosition();
    setSearch(found.isKnown ? "none" : { reason: found.reason });
    if (found.isKnown) setMe(found);
  }
  useEffect(() => {
    void isPositionAllowed().then((isAllowed) => (isAllowed ? find() : undefined));
  }, []);

  const medical = city === null ? null : medicalNear(city, me);
  if (medical === null) return null;
  const { words, nearest } = medical;
  return (
    <div className={styles.medical} data-known={nearest !== null || undefined}>
      <p className={styles.where}>
        <MapPin aria-hidden size={20} strokeWidth={1.8} />
        <strong>{words}</strong>
      </p>
      {nearest !== null ? (
        <Link to="/explore" search={{ at: nearest.address }} className={buttonClass()}>
          Directions
        </Link>
      ) : (
        <Button isBusy={search === "running"} onClick={() => void find()}>
          <LocateFixed aria-hidden size={18} strokeWidth={1.8} />
          {search === "running" ? "Finding your place..." : "Nearest to me"}
        </Button>
      )}
      <output className={styles.note}>
        {me !== null && nearest === null
          ? "You are outside the city, as far as your device can tell."
          : typeof search === "object"
            ? search.reason
            : ""}
      </output>
    </div>
  );
}
