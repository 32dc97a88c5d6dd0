import { HandHelping, Tent, Wrench, type LucideIcon } from "lucide-react";
import type { Resource, ResourceType } from "#shared/features/resources/contract.ts";
import { locatorPlace } from "#web/lib/device/locator-place.ts";
import { Locator } from "#web/ui/picture/locator.tsx";
import { resourceTypeLabel } from "./resource-type-label.ts";
import styles from "./kind-plate.module.css";

const icons: Record<ResourceType, LucideIcon> = { venue: Tent, gear: Wrench, talent: HandHelping };

interface KindPlateProps {
  resource: Pick<Resource, "type" | "location">;
  /** Above the text, with the kind in words and the locator; otherwise a small square. */
  isTile: boolean;
}

/** Placeholder for a thing without a photo: its kind and its place in the city. */
export function KindPlate({ resource: { type, location }, isTile }: KindPlateProps) {
  const Icon = icons[type];
  const place = isTile ? locatorPlace(location?.address ?? null) : null;
  return (
    <div className={styles.plate} data-tile={isTile || undefined}>
      {place === null ? null : (
        <span className={styles.locator}>
          <Locator {...place} size={60} />
        </span>
      )}
      <Icon className={styles.icon} aria-hidden size={isTile ? 56 : 32} strokeWidth={1.4} />
      {isTile ? <span className={styles.kind}>{resourceTypeLabel(type)}</span> : null}
    </div>
  );
}
