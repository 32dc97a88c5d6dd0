import type { ReactNode } from "react";
import type { Camp } from "#shared/features/map/camps/camp.ts";
import type { Near } from "#shared/features/map/camps/nearby.ts";
import { placementWords } from "#shared/features/map/address/placement-words.ts";
import { locatorPlace } from "#web/lib/device/locator-place.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Locator } from "#web/ui/picture/locator.tsx";
import { useCity } from "../use-city.ts";
import { CampRow } from "./camp-row.tsx";
import styles from "./camp-details.module.css";
import { WithheldNote } from "./withheld-note.tsx";

interface CampDetailsProps {
  camp: Camp;
  nearby: readonly Near<Camp>[];
  onSelect: (campId: string) => void;
  /** What one can do about the camp: keep it, go there. */
  actions?: ReactNode;
  /** The way there, once it was asked for. */
  way?: ReactNode;
  /** What others know of it: who claims it, what it offers. */
  children?: ReactNode;
}

/** Everything a camp says about itself. */
export function CampDetails({ camp, nearby, onSelect, actions, way, children }: CampDetailsProps) {
  const place = locatorPlace(camp.location_string);
  const city = useCity();
  const sureness = city === null ? null : placementWords(city, camp);
  const size = campSize(camp.playa_location?.dimensions ?? null);
  return (
    <article className={styles.details} aria-label={camp.name}>
      <header className={styles.header}>
        <div className={styles.title}>
          <h2>{camp.name}</h2>
          <p className={styles.place}>{camp.location_string ?? "No address yet"}</p>
          <WithheldNote className={styles.accuracy} />
          {sureness === null ? null : (
            <p className={styles.accuracy}>{`The mark on the map is right ${sureness}.`}</p>
          )}
        </div>
        {place === null ? null : <Locator time={place.time} street={place.street} size={88} />}
      </header>
      {actions}
      {way}
      {camp.description === null ? null : (
        <section>
          <h3 className={styles.label}>About</h3>
          <p className={styles.about}>{camp.description}</p>
        </section>
      )}
      <dl className={styles.facts}>
        {camp.hometown === null ? null : <Fact label="Hometown" value={camp.hometown} />}
        {size === null ? null : <Fact label="Camp Size" value={size} />}
        {camp.landmark === null ? null : <Fact label="Landmark" value={camp.landmark} />}
      </dl>
      {camp.url === null && camp.contact_email === null ? null : (
        <div className={styles.links}>
          {camp.url === null ? null : (
            <a className={buttonClass("primary")} href={camp.url} target="_blank" rel="noopener noreferrer">
              Visit Website
            </a>
          )}
          {camp.contact_email === null ? null : (
            <a className={buttonClass()} href={`mailto:${encodeURIComponent(camp.contact_email)}`}>
              Contact Camp
            </a>
          )}
        </div>
      )}
      {children}
      {nearby.length === 0 ? null : (
        <section>
          <h3 className={styles.subtitle}>Nearby Camps</h3>
          <ul>
            {nearby.map(({ thing, metres }) => (
              <CampRow key={thing.id} camp={thing} metres={metres} onSelect={onSelect} />
            ))}
          </ul>
        </section>
      )}
    </article>
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

/** "100 x 150" as the camp data has it, in feet, said for a person. */
function campSize(dimensions: string | null): string | null {
  const feet = /^\s*(\d{1,4})\s*(?:'|ft)?\s*[x×]\s*(\d{1,4})\s*(?:'|ft)?\s*$/i.exec(dimensions ?? "");
  return feet === null ? dimensions : `${feet[1]} by ${feet[2]} ft`;
}
