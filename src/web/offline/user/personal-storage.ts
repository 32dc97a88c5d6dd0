/** Of the device, not of a person: how the page looks, and what was offered on it. */
const OF_THE_DEVICE: readonly string[] = [
  "looby.theme",
  "looby.map-layers",
  "looby.install-offered",
  "looby-push-of",
  "looby.signs-out",
];

/** Forgets what features have put into the browser's small storages for the person who was here. */
export function forgetPersonalStorage(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (!OF_THE_DEVICE.includes(key)) localStorage.removeItem(key);
    sessionStorage.clear();
  } catch {
    // The browser forbids even to look at it: nothing is there.
  }
}
