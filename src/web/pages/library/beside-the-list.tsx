import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { ResourceDetails } from "#web/dialogs/resource/resource-details.tsx";
import { resourceQueries } from "#web/features/resources/api.ts";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import styles from "./library-page.module.css";

interface BesideTheListProps {
  /** Null when no listing is open. */
  id: string | null;
  /** Moves the focus to its title. */
  isFocused: boolean;
  onClose: () => void;
}

/** The open listing beside the list. Its place is always there, so that the list never changes its width. */
export function BesideTheList({ id, ...rest }: BesideTheListProps) {
  if (id === null)
    return (
      <aside className={styles.detail} aria-label="Listing">
        <EmptyState title="Nothing chosen yet" text="Choose something in the list to see it here." />
      </aside>
    );
  return <OpenListing id={id} {...rest} />;
}

function OpenListing({ id, isFocused, onClose }: BesideTheListProps & { id: string }) {
  const resource = useQuery(resourceQueries.one(id));
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocused) title.current?.focus({ preventScroll: true });
  }, [isFocused]);
  const name = resource.data?.title ?? "Resource";
  return (
    <aside className={styles.detail} aria-label={name}>
      <header className={styles.detailHeader}>
        <h2 ref={title} className={styles.title} tabIndex={-1}>
          {name}
        </h2>
        <IconButton label="Close" icon={X} onClick={onClose} />
      </header>
      <ResourceDetails resource={resource} onClose={onClose} />
    </aside>
  );
}
