import { OperatorError } from "#server/operator-error.ts";

/** The services of Chromium, Firefox, Safari and Edge. */
const BROWSER_PUSH_SERVICES = [
  "https://fcm.googleapis.com",
  "https://updates.push.services.mozilla.com",
  "https://*.push.apple.com",
  "https://*.notify.windows.com",
];

/**
 * Allowed origins of push services, from the setting PUSH_SERVICES.
 * @throws OperatorError when an entry is not an address
 */
export function readPushServices(value: string): string[] {
  if (value === "off") return [];
  if (value === "browsers") return BROWSER_PUSH_SERVICES;
  return value.split(",").map((part) => {
    const origin = part.trim();
    if (!URL.canParse(origin) || !/^https?:$/.test(new URL(origin).protocol))
      throw new OperatorError(
        "invalid-config",
        "PUSH_SERVICES: takes browsers, https:// addresses with commas, or off.",
      );
    return origin;
  });
}
