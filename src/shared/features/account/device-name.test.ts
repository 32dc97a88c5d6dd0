import { expect, test } from "vitest";
import { deviceName } from "./device-name.ts";

const APPLE = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const GOOGLE = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0";

test.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${GOOGLE} Mobile Safari/537.36`, "Chrome on Android"],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${GOOGLE.replace("Chrome", "SamsungBrowser/27.0 Chrome")} Mobile Safari/537.36`,
    "Samsung Internet on Android",
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${APPLE} Version/18.5 Mobile/15E148 Safari/604.1`,
    "Safari on iPhone",
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${APPLE} CriOS/137.0.7151.79 Mobile/15E148 Safari/604.1`,
    "Chrome on iPhone",
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${APPLE} FxiOS/139.0 Mobile/15E148 Safari/605.1.15`,
    "Firefox on iPad",
  ],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.5 Safari/605.1.15`, "Safari on Mac"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${GOOGLE} Safari/537.36 Edg/137.0.0.0`, "Edge on Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0", "Firefox on Linux"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${GOOGLE} Safari/537.36`, "Chrome on ChromeOS"],
  ["Mozilla/5.0 (Linux; Android 9) SomethingNew/1", "A browser on Android"],
  ["curl/8.14.1", "Unknown device"],
  ["", "Unknown device"],
  [null, "Unknown device"],
])("names the device: %s is %s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

test("returns a fixed name for any user agent, never the agent's own text", () => {
  expect(deviceName('<img src=x onerror="alert(1)"> Chrome/1 Windows')).toBe("Chrome on Windows");
  expect(deviceName("x".repeat(100_000))).toBe("Unknown device");
});
