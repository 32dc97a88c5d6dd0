import { ChevronDown, Mail, Phone } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { Resource, ResourceDetail } from "#shared/features/resources/contract.ts";
import { Button } from "#web/ui/button.tsx";
import { Tag } from "#web/ui/chip.tsx";
import { Locator } from "#web/ui/picture/locator.tsx";
import { PhotoCarousel } from "./photo-carousel.tsx";
import { ResourceHistory } from "./resource-history.tsx";
import { resourceTypeLabel } from "./resource-type-label.ts";
import styles from "./resource-view.module.css";

interface ResourceViewProps {
  /** Its history is null where this phone has only the short form of a list. */
  resource: Omit<ResourceDetail, "history"> & { history: ResourceDetail["history"] | null };
  /** Where its address lies in the city; null when it is not a city address. */
  place: { time: number | null; street: number | null } | null;
  /** Its community's vibe; null where there is none to show. */
  vibe: ReactNode;
  /** What the reader can do with it. */
  children?: ReactNode;
}

/** Everything its reader may know about a resource: an offering, and of gear its state and its history, too. */
export function ResourceView({ resource, place, vibe, children }: ResourceViewProps) {
  const isGear = resource.type === "gear";
  return (
    <div className={styles.view}>
      <p className={styles.line}>
        <Tag>{resourceTypeLabel(resource.type)}</Tag>
        <Tag data-availability={resource.availability} className={styles.availability}>
          <span className={styles.status} data-availability={resource.availability} aria-hidden />
          {availabilityLabels[resource.availability]}
        </Tag>
        {resource.isMine ? <Tag>Yours</Tag> : null}
        {resource.status === "archived" ? <Tag>Archived</Tag> : null}
      </p>
      <PhotoCarousel title={resource.title} photos={resource.photos.gallery} />
      {/* Gear shows its community's vibe when it is asked to, an offering always. */}
      {vibe === null ? null : isGear ? <VibeToggle>{vibe}</VibeToggle> : vibe}
      <p className={styles.description}>{resource.description}</p>
      {resource.location === null ? null : (
        <div className={styles.place}>
          {place === null ? null : <Locator time={place.time} street={place.street} size={72} />}
          <p className={styles.address}>{resource.location.address}</p>
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
        Shared by {resource.pseudonym} with {resource.communityName} on{" "}
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

const availabilityLabels: Record<Resource["availability"], string> = {
  available: "Available",
  unavailable: "Unavailable",
  maintenance: "In maintenance",
};

const dayFormat = new Intl.DateTimeFormat("en", { dateStyle: "long" });
