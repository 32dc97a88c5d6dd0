import { ChevronDown, Mail, Phone } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { Resource, ResourceDetail } from "#shared/features/resources/contract.ts";
import { useAddressWords } from "#web/features/map/use-city.ts";
import { Button } from "#web/ui/button.tsx";
import { Tag } from "#web/ui/chip.tsx";
import { Locator } from "#web/ui/picture/locator.tsx";
import { Moment } from "#web/ui/state/as-of.tsx";
import { KindPlate } from "./kind-plate.tsx";
import { AvailabilityTag } from "./availability-tag.tsx";
import { PhotoCarousel } from "./photo-carousel.tsx";
import { resourceTypeLabel } from "./resource-type-label.ts";
import styles from "./resource-view.module.css";

interface ResourceViewProps {
  /** The history is null if this phone has only the short form from a list. */
  resource: Omit<ResourceDetail, "history"> & { history: ResourceDetail["history"] | null };
  /** Position of its address in the city; null when it is not a city address. */
  place: { time: number | null; street: number | null } | null;
  /** Its community's vibe; null if there is none to show. */
  vibe: ReactNode;
  /** Actions available to the user. */
  children?: ReactNode;
}

/** All details of a resource that the user may see: an offering, plus the condition and history of gear. */
export function ResourceView({ resource, place, vibe, children }: ResourceViewProps) {
  const isGear = resource.type === "gear";
  const wordsOf = useAddressWords();
  return (
    <div className={styles.view}>
      <p className={styles.line}>
        <Tag>{resourceTypeLabel(resource.type)}</Tag>
        <AvailabilityTag resource={resource} />
        {resource.isMine ? <Tag>Yours</Tag> : null}
        {resource.status === "archived" ? <Tag>Archived</Tag> : null}
      </p>
      <PhotoCarousel
        title={resource.title}
        photos={resource.photos.gallery}
        nothing={<KindPlate resource={resource} isTile />}
      />
      {/* Gear shows its community's vibe on request, an offering always. */}
      {vibe === null ? null : isGear ? <VibeToggle>{vibe}</VibeToggle> : vibe}
      <p className={styles.description}>{resource.description}</p>
      {resource.location === null ? null : (
        <div className={styles.place}>
          {place === null ? null : <Locator time={place.time} street={place.street} size={72} />}
          <p className={styles.address}>{wordsOf(resource.location.address)}</p>
        </div>
      )}
      {children}
      <Contact resource={resource} />
      {isGear ? <ResourceHistory history={resource.history} /> : null}
      {resource.tags.length === 0 ? null : (
        <ul className={styles.tags} aria-label="Tags">
          {resource.tags.map((tag) => (
            <li key={tag}>
              <Tag>{tag}</Tag>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.origin}>
        Shared by <bdi>{resource.pseudonym}</bdi> with <bdi>{resource.communityName}</bdi> on{" "}
        <time dateTime={resource.createdAt}>{dayFormat.format(new Date(resource.createdAt))}</time>
      </p>
    </div>
  );
}

function VibeToggle({ children }: { children: ReactNode }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={styles.vibe}>
      <Button aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
        {isShown ? "Hide Vibe" : "Show Vibe"}
      </Button>
      {isShown ? children : null}
    </div>
  );
}

function Contact({ resource }: { resource: Resource }) {
  const hasDetails = resource.email !== null || resource.phone !== null;
  return (
    <details className={styles.contact}>
      <summary className={styles.summary}>
        Contact
        <ChevronDown className={styles.arrow} aria-hidden size={20} strokeWidth={1.8} />
      </summary>
      <div className={styles.details}>
        {resource.email === null ? null : (
          <a className={styles.link} href={`mailto:${encodeURIComponent(resource.email)}`}>
            <Mail aria-hidden size={20} strokeWidth={1.8} />
            {resource.email}
          </a>
        )}
        {resource.phone === null ? null : (
          <a className={styles.link} href={`tel:${resource.phone.replaceAll(/[^+\d]/g, "")}`}>
            <Phone aria-hidden size={20} strokeWidth={1.8} />
            {resource.phone}
          </a>
        )}
        {hasDetails ? null : (
          <p>
            {resource.hasContact
              ? `Contact details are shown to members of ${resource.communityName}.`
              : `Ask for ${resource.pseudonym} at ${resource.communityName}.`}
          </p>
        )}
      </div>
    </details>
  );
}

const dayFormat = new Intl.DateTimeFormat("en", { dateStyle: "long" });

/** A thing's history with places and times, newest first; null if this phone does not have it. */
function ResourceHistory({ history }: { history: ResourceDetail["history"] | null }) {
  const wordsOf = useAddressWords();
  return (
    <section className={styles.history} aria-labelledby="resource-history">
      <h3 id="resource-history">History</h3>
      {history === null ? <Tag>It comes back with the signal</Tag> : null}
      {history?.length === 0 ? <Tag>Nothing has happened yet</Tag> : null}
      <ol className={styles.events}>
        {history?.map(({ action, date, location }) => (
          <li key={`${date}${action}`} className={styles.event}>
            <span className={styles.action}>{action}</span>
            <Moment className={styles.when} at={date} />
            <span className={styles.where}>{wordsOf(location)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
