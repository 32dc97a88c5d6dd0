/** In matching order: most browsers also name the browsers they descend from. */
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

/** Name of a device whose user agent we do not recognize. */
export const UNKNOWN_DEVICE = "Unknown device";

/**
 * A device's name in everyday words, such as "Chrome on Android", guessed from the user agent. It only helps users distinguish their
 * devices: any client can claim to be any browser, and an iPad may claim to be a Mac.
 */
export function deviceName(userAgent: string | null): string {
  // Real user agents are shorter; a client may send one of any length.
  const agent = (userAgent ?? "").slice(0, 512);
  const browser = browsers.find(([mark]) => mark.test(agent))?.[1];
  const system = systems.find(([mark]) => mark.test(agent))?.[1];
  if (browser === undefined) return system === undefined ? UNKNOWN_DEVICE : `A browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}
