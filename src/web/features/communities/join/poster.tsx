import { createPortal } from "react-dom";
import { QrCode } from "#web/ui/picture/qr-code.tsx";
import styles from "./poster.module.css";

interface PosterProps {
  name: string;
  /** This server's name for a community. */
  noun: string;
  /** Where its code leads. */
  address: string;
}

/** A page of A4 to hang up: the community's name and its code, black on white. It exists on paper only. */
export function Poster({ name, noun, address }: PosterProps) {
  return createPortal(
    <div className={styles.poster} data-poster>
      <p className={styles.noun}>{noun}</p>
      <p
        className={styles.name}
        data-length={name.length > 36 ? "long" : name.length > 14 ? "middle" : "short"}
      >
        {name}
      </p>
      <QrCode text={address} label="Scan to join" />
      <p className={styles.call}>Scan to join</p>
      <p className={styles.address}>{address}</p>
    </div>,
    document.body,
  );
}
