/** Keys that belong to the device, not to a user, such as the theme and prompts already shown. */
const OF_THE_DEVICE: readonly string[] = [
  "looby.theme",
  "looby.map-layers",
  "looby.install-offered",
  "looby-push-of",
  "looby.signs-out",
];

/** Deletes what features have put into localStorage and sessionStorage for the previous user. */
export function forgetPersonalStorage(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (!OF_THE_DEVICE.includes(key)) localStorage.removeItem(key);
    sessionStorage.clear();
  } catch {
    // The browser denies access to its storage: nothing is there.
  }
}
