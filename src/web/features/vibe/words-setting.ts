const KEY = "looby.vibe-from-words";

/** Whether a user's messages change their vibe, on this device. On until the user turns it off. */
export function followsWords(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return false; // without storage it could not be turned off, so it is off
  }
}

export function setFollowsWords(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, isOn ? "on" : "off");
  } catch {
    // full or forbidden: it is off, or stays as it was
  }
}
