import { X } from "lucide-react";
import type { Ref } from "react";
import type { Camp } from "#shared/features/map/camp.ts";
import { locatorPlace } from "#web/lib/locator-place.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Locator } from "#web/ui/locator.tsx";
import styles from "./camp-card.module.css";

interface CampCardProps {
  camp: Camp;
  onClose: () => void;
  ref?: Ref<HTMLElement>;
}

/** The chosen camp in short, over the map. */
export function CampCard({ camp, onClose, ref }: CampCardProps) {
  const place = locatorPlace(camp.location_string);
  return (
    <aside ref={ref} className={styles.card} aria-label={camp.name}>
      <header className={styles.header}>
        {place === null ? null : <Locator time={place.time} street={place.street} size={64} />}
        <div className={styles.title}>
          <h2>{camp.name}</h2>
          {camp.location_string === null ? null : <p className={styles.place}>{camp.location_string}</p>}
        </div>
        <IconButton label="Close" icon={X} onClick={onClose} />
      </header>
      {camp.description === null ? null : <p className={styles.about}>{camp.description}</p>}
      <dl className={styles.facts}>
        {camp.hometown === null ? null : <Fact label="Hometown" value={camp.hometown} />}
        {camp.landmark === null ? null : <Fact label="Landmark" value={camp.landmark} />}
        {camp.placement === null ? null : (
          <Fact label="Place on the map" value={`within about ${Math.round(camp.placement.accuracyM)} m`} />
        )}
      </dl>
    </aside>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
