/** In the order they are looked for: most browsers also name those they descend from. */
const browsers: readonly [mark: RegExp, name: string][] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\b(?:OPR|OPT)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
];
const systems: readonly [mark: RegExp, name: string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** What a device is called whose browser says nothing we know. */
export const UNKNOWN_DEVICE = "Unknown device";

/**
 * A device in the words its person would use, such as "Chrome on Android", by what its browser says of itself. A guess to tell
 * one's own devices apart: anybody can claim to be any browser, and an iPad may say that it is a Mac.
 */
export function deviceName(userAgent: string | null): string {
  // Real ones are shorter; what a stranger sends may be of any length.
  const said = (userAgent ?? "").slice(0, 512);
  const browser = browsers.find(([mark]) => mark.test(said))?.[1];
  const system = systems.find(([mark]) => mark.test(said))?.[1];
  if (browser === undefined) return system === undefined ? UNKNOWN_DEVICE : `A browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}
