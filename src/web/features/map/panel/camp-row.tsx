import type { CSSProperties } from "react";
import type { Camp } from "#shared/features/map/camps/camp.ts";
import { addressOfCamp, campAddressLine } from "#shared/features/map/address/camp-address.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { streetColour } from "#shared/features/map/city/street-colour.ts";
import { useTheme } from "#web/lib/device/use-theme.ts";
import styles from "./camp-details.module.css";

interface CampRowProps {
  city: City;
  camp: Camp;
  /** Straight-line distance. */
  metres?: number;
  onSelect: (campId: string) => void;
}

/** A camp in a list: the color of its street, its name and its address. */
export function CampRow({ city, camp, metres, onSelect }: CampRowProps) {
  const theme = useTheme();
  const address = addressOfCamp(camp);
  const colour = streetColour(address.street ?? address.plazaStreet, theme);
  return (
    <li className={styles.row}>
      {/* CSSProperties does not list custom properties. */}
      <button type="button" onClick={() => onSelect(camp.id)} style={{ "--colour": colour } as CSSProperties}>
        <span className={styles.rowName}>{camp.name}</span>
        <span className={styles.rowPlace}>
          {campAddressLine(city, camp, address) ?? "No address yet"}
          {metres === undefined ? null : `, ${Math.round(metres)} m`}
        </span>
      </button>
    </li>
  );
}
