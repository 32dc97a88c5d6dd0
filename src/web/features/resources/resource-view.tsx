import { ChevronDown, Mail, Phone } from "lucide-react";
import type { Resource } from "#shared/features/resources/contract.ts";
import { Tag } from "#web/ui/chip.tsx";
import { Locator } from "#web/ui/locator.tsx";
import { resourceTypeLabel } from "./resource-type-label.ts";
import styles from "./resource-view.module.css";

interface ResourceViewProps {
  resource: Resource;
  /** Where its address lies in the city; null when it is not a city address. */
  place: { time: number | null; street: number | null } | null;
}

/** Everything its reader may know about a resource. */
export function ResourceView({ resource, place }: ResourceViewProps) {
  return (
    <div className={styles.view}>
      <p className={styles.line}>
        <Tag>{resourceTypeLabel(resource.type)}</Tag>
        <Tag data-availability={resource.availability} className={styles.availability}>
          {availabilityLabels[resource.availability]}
        </Tag>
        {resource.isMine ? <Tag>Yours</Tag> : null}
      </p>
      {resource.photos.gallery.length === 0 ? null : (
        // A keyboard scrolls only what can hold the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className={styles.photos} aria-label="Photos" tabIndex={0}>
          {resource.photos.gallery.map((photo, index) => (
            <li key={photo.path} className={styles.photo}>
              <img
                src={photo.url}
                alt={`${resource.title}, ${index + 1} of ${resource.photos.gallery.length}`}
                loading="lazy"
              />
            </li>
          ))}
        </ul>
      )}
      {resource.location === null ? null : (
        <div className={styles.place}>
          {place === null ? null : <Locator time={place.time} street={place.street} size={72} />}
          <p className={styles.address}>{resource.location.address}</p>
        </div>
      )}
      <p className={styles.description}>{resource.description}</p>
      <Contact resource={resource} />
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
