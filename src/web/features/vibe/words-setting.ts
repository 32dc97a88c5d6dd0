const KEY = "looby.vibe-from-words";

/** Whether a user's messages change their vibe, on this device. On until the user turns it off. */
export function followsWords(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return false; // off without storage, because the user could not turn it off
  }
}

export function setFollowsWords(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, isOn ? "on" : "off");
  } catch {
    // storage is full or blocked: it is off, or unchanged
  }
}
