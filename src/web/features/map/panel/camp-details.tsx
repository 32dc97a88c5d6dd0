import type { ReactNode } from "react";
import type { Camp } from "#shared/features/map/camps/camp.ts";
import type { City } from "#shared/features/map/city/city.ts";
import type { Near } from "#shared/features/map/camps/nearby.ts";
import { placementWords } from "#shared/features/map/address/placement-words.ts";
import { locatorPlace } from "#web/lib/device/locator-place.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Tag } from "#web/ui/chip.tsx";
import { Locator } from "#web/ui/picture/locator.tsx";
import { CampRow } from "./camp-row.tsx";
import styles from "./camp-details.module.css";
import { WithheldNote } from "./withheld-note.tsx";

interface CampDetailsProps {
  city: City;
  camp: Camp;
  /** Its place and the walk there. */
  line: string;
  nearby: readonly Near<Camp>[];
  onSelect: (campId: string) => void;
  /** Actions: mark the camp, get directions. */
  actions?: ReactNode;
  /** Content from other features: claims and offers. */
  children?: ReactNode;
}

/** The information that a camp has published. */
export function CampDetails({ city, camp, line, nearby, onSelect, actions, children }: CampDetailsProps) {
  const place = locatorPlace(camp.location_string);
  const sureness = placementWords(city, camp);
  const size = campSize(camp.playa_location?.dimensions ?? null);
  return (
    <article className={styles.details} aria-label={camp.name}>
      <header className={styles.header}>
        <div className={styles.title}>
          <h2>{camp.name}</h2>
          <p>
            <Tag>Camp</Tag>
          </p>
          <p className={styles.place}>{line}</p>
          <WithheldNote className={styles.accuracy} />
          {sureness === null ? null : <p className={styles.accuracy}>{`Pin accurate to ${sureness}.`}</p>}
        </div>
        {place === null ? null : <Locator time={place.time} street={place.street} size={88} />}
      </header>
      {actions}
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
              <CampRow key={thing.id} city={city} camp={thing} metres={metres} onSelect={onSelect} />
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

/** Formats "100 x 150", in feet as in the camp data, for display. */
function campSize(dimensions: string | null): string | null {
  const feet = /^\s*(\d{1,4})\s*(?:'|ft)?\s*[x×]\s*(\d{1,4})\s*(?:'|ft)?\s*$/i.exec(dimensions ?? "");
  return feet === null ? dimensions : `${feet[1]} by ${feet[2]} ft`;
}
