/** The places where users change microphone permissions: in the browser, and in the system. */
export interface Platform {
  browser:
    | "ios-safari"
    | "ios-home-screen"
    | "ios-chrome"
    | "android-chrome"
    | "firefox"
    | "desktop-safari"
    | "desktop-chrome"
    | "other";
  system: "ios" | "android" | "macos" | "windows" | "other";
}

interface Signs {
  userAgent: string;
  maxTouchPoints: number;
  /** Opened from the home screen, without the browser's UI. */
  isStandalone: boolean;
}

export function platformOf(signs: Signs): Platform {
  const system = systemOf(signs);
  return { system, browser: browserOf(signs, system) };
}

/** The device name used by the transcription call. */
export function deviceInfoOf({ system }: Platform): "iOS" | "mobile" | "desktop" {
  if (system === "ios") return "iOS";
  return system === "android" ? "mobile" : "desktop";
}

export function currentPlatform(): Platform {
  const { userAgent, maxTouchPoints } = navigator;
  return platformOf({
    userAgent,
    maxTouchPoints,
    isStandalone: matchMedia("(display-mode: standalone)").matches,
  });
}

function systemOf({ userAgent, maxTouchPoints }: Signs): Platform["system"] {
  if (/iPhone|iPad|iPod/.test(userAgent)) return "ios";
  // An iPad identifies as a Mac; Macs have no touch screen.
  if (/Macintosh/.test(userAgent)) return maxTouchPoints > 1 ? "ios" : "macos";
  if (/Android/.test(userAgent)) return "android";
  return /Windows/.test(userAgent) ? "windows" : "other";
}

function browserOf({ userAgent, isStandalone }: Signs, system: Platform["system"]): Platform["browser"] {
  if (system === "ios") {
    if (isStandalone) return "ios-home-screen";
    if (/CriOS/.test(userAgent)) return "ios-chrome";
    return /FxiOS|EdgiOS/.test(userAgent) ? "other" : "ios-safari";
  }
  if (/Firefox/.test(userAgent)) return "firefox";
  if (/Chrome|Chromium/.test(userAgent)) return system === "android" ? "android-chrome" : "desktop-chrome";
  return system === "macos" && /Safari/.test(userAgent) ? "desktop-safari" : "other";
}
