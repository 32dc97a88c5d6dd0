import { Button, buttonClass } from "#web/ui/button.tsx";
import { QrCode } from "#web/ui/picture/qr-code.tsx";
import styles from "#web/ui/state/state-message.module.css";

interface WrongAddressProps {
  /** The origin that users should open. */
  origin: string;
  /** The user wants to stay, such as for what waits on this device to be sent. */
  onStay: () => void;
}

/** Leads from an address where the browser cannot keep a user signed in to the server's own, before the user types anything. */
export function WrongAddress({ origin, onStay }: WrongAddressProps) {
  const address = origin + location.pathname + location.search;
  return (
    <main className={styles.state}>
      <h1 className={styles.title}>Please open Looby at its safe address</h1>
      <p className={styles.text}>
        This is <bdi>{location.origin}</bdi>. Without https you cannot stay signed in here.
      </p>
      <QrCode text={address} label="The safe address: scan it with a phone's camera" />
      <div className={styles.actions}>
        <a className={buttonClass("primary")} href={address}>
          Open {origin}
        </a>
        <Button variant="plain" onClick={onStay}>
          Stay here without signing in
        </Button>
      </div>
    </main>
  );
}
