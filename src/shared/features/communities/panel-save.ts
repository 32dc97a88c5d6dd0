/** What the admin panel saves: the fields that were changed, and the version of the record they are based on. */
export interface PanelChanges {
  version: number;
  adminUsername?: string | undefined;
  adminPassword?: unknown;
}

/**
 * A save in two parts. `details` may wait on a device until there is a signal; `login` carries a new password, which is never stored
 * there. The username goes with its password: one is not valid without the other. Null for a part that says nothing; a blank password
 * is none.
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

const NEEDS_SIGNAL = "A password can be changed with a signal only: please save again when there is one.";

/** What is said when there was no signal for the password. @param rest what has become of the other changes */
export function passwordLeftMessage(rest: "none" | "saved" | "waiting"): string {
  switch (rest) {
    case "none":
      return NEEDS_SIGNAL;
    case "saved":
      return `Everything but the password is saved. ${NEEDS_SIGNAL}`;
    case "waiting":
      return `Everything but the password is kept on this device and goes on by itself. ${NEEDS_SIGNAL}`;
  }
}
