import { useQuery } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import type { Device } from "#shared/features/account/devices-contract.ts";
import { problemsOf } from "#web/lib/form-problems.ts";
import { AsOf, Moment } from "#web/ui/state/as-of.tsx";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Part, Parts } from "#web/ui/part.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";
import { ChangePassword } from "./change-password.tsx";
import { devicesQuery, useSignOutDevice, useSignOutOthers } from "./devices-api.ts";
import styles from "#web/ui/item-list.module.css";

/** The devices on which the user is signed in, and the form to change the password. */
export function MyDevices({ pseudonym }: { pseudonym: string }) {
  return (
    <Parts>
      <Part heading="My devices">
        <DeviceList />
      </Part>
      <Part heading="Password">
        <ChangePassword pseudonym={pseudonym} />
      </Part>
    </Parts>
  );
}

function DeviceList() {
  const devices = useQuery(devicesQuery);
  const signOut = useSignOutDevice();
  const signOutOthers = useSignOutOthers();
  const [asked, setAsked] = useState<Device | "others" | null>(null);
  if (devices.data === undefined) {
    return <QueryState query={devices} title="Your devices did not load" label="Loading your devices" />;
  }
  const isBusy = signOut.isPending || signOutOthers.isPending;
  return (
    <>
      <AsOf of={devices} />
      <FormMessage message={problemsOf(signOut.error ?? signOutOthers.error, []).message} />
      <ul>
        {devices.data.map((device) => (
          <DeviceRow key={device.id} device={device} isBusy={isBusy} onSignOut={() => setAsked(device)} />
        ))}
      </ul>
      {devices.data.some(({ isThis }) => !isThis) ? (
        <div>
          <Button isBusy={isBusy} onClick={() => setAsked("others")}>
            Sign out all other devices
          </Button>
        </div>
      ) : (
        <p className={styles.text}>You are signed in nowhere else.</p>
      )}
      {asked === null ? null : (
        <Confirm
          isOpen
          title={asked === "others" ? "Sign out all other devices?" : `Sign out ${asked.name}?`}
          message="What waits there to be sent stays there, until you sign in again. If you do not know a device, change your password too."
          confirmLabel="Sign out"
          onConfirm={() => {
            signOut.reset();
            signOutOthers.reset();
            if (asked === "others") signOutOthers.mutate();
            else signOut.mutate(asked);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

interface DeviceRowProps {
  device: Device;
  isBusy: boolean;
  onSignOut: () => void;
}

function DeviceRow({ device, isBusy, onSignOut }: DeviceRowProps) {
  const { id, name, isThis, lastUsedAt, signedInAt } = device;
  const Icon = /Android|iPhone|iPad/.test(name) ? Smartphone : Monitor;
  const when = `used-${id}`;
  return (
    <li className={styles.item}>
      <Icon aria-hidden size={20} strokeWidth={1.8} />
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.text} id={when}>
          {isThis ? (
            "This device"
          ) : (
            <>
              Last used <Moment at={lastUsedAt} />
            </>
          )}
        </p>
        <p className={styles.text}>
          Signed in <Moment at={signedInAt} />
        </p>
      </div>
      {isThis ? null : (
        <Button
          variant="plain"
          aria-label={`Sign out ${name}`}
          aria-describedby={when}
          isBusy={isBusy}
          onClick={onSignOut}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
