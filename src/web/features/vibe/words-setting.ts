const KEY = "looby.vibe-from-words";

/** Whether one's own words move one's vibe, on this device. On until the user turns it off. */
export function followsWords(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return false; // what cannot be turned off is not on
  }
}

export function setFollowsWords(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, isOn ? "on" : "off");
  } catch {
    // full or forbidden: then it is off, or stays as it was
  }
}
