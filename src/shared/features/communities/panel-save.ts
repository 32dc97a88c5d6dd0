/** The admin panel's changes: the changed fields, and the record version they are based on. */
export interface PanelChanges {
  version: number;
  adminUsername?: string | undefined;
  adminPassword?: unknown;
}

/**
 * Splits a save into two parts. `details` may be queued on a device while it is offline. `login` contains a new password, which is never
 * stored on the device. The username goes with its password: one is not valid without the other. A part without changes is null; a blank
 * password counts as no change.
 */
export function splitPanelSave<C extends PanelChanges>(changes: C) {
  const { version, adminUsername, adminPassword, ...others } = changes;
  const hasPassword = typeof adminPassword === "string" && adminPassword !== "";
  const details = {
    ...others,
    ...(hasPassword || adminUsername === undefined ? {} : { adminUsername }),
  };
  return {
    details: Object.keys(details).length === 0 ? null : { version, ...details },
    login: hasPassword ? { version, adminUsername, adminPassword } : null,
  };
}

const NEEDS_SIGNAL = "Changing a password needs a signal. Please save again when there is one.";

/** The message shown when a new password could not be sent because there was no signal. @param rest what happened to the other changes */
export function passwordLeftMessage(rest: "none" | "saved" | "waiting"): string {
  switch (rest) {
    case "none":
      return NEEDS_SIGNAL;
    case "saved":
      return `Everything but the password is saved. ${NEEDS_SIGNAL}`;
    case "waiting":
      return `Everything but the password is saved on this device and will be sent. ${NEEDS_SIGNAL}`;
  }
}
