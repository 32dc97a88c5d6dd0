import { expect, test } from "vitest";
import { microphoneHelp } from "./microphone-help.ts";
import { microphoneProblem, type MicrophoneProblem, missingAbility } from "./open-microphone.ts";
import { deviceInfoOf, type Platform, platformOf } from "./platform.ts";

const agents = {
  iphone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 Version/18.4 Mobile/15E148 Safari/604.1",
  iphoneChrome:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 CriOS/135.0 Mobile/15E148 Safari/604.1",
  mac: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.4 Safari/605.1.15",
  macChrome:
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/135.0.0.0 Safari/537.36",
  android: "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/135.0.0.0 Mobile Safari/537.36",
  androidFirefox: "Mozilla/5.0 (Android 14; Mobile; rv:137.0) Gecko/137.0 Firefox/137.0",
  windows: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/135.0.0.0 Safari/537.36",
  linux: "Mozilla/5.0 (X11; Linux x86_64; rv:137.0) Gecko/20100101 Firefox/137.0",
};

test.each<[keyof typeof agents, { touch?: number; standalone?: boolean }, Platform, string]>([
  ["iphone", { touch: 5 }, { system: "ios", browser: "ios-safari" }, "iOS"],
  ["iphone", { touch: 5, standalone: true }, { system: "ios", browser: "ios-home-screen" }, "iOS"],
  ["iphoneChrome", { touch: 5 }, { system: "ios", browser: "ios-chrome" }, "iOS"],
  ["mac", { touch: 5 }, { system: "ios", browser: "ios-safari" }, "iOS"], // an iPad
  ["mac", {}, { system: "macos", browser: "desktop-safari" }, "desktop"],
  ["macChrome", {}, { system: "macos", browser: "desktop-chrome" }, "desktop"],
  ["android", { touch: 5 }, { system: "android", browser: "android-chrome" }, "mobile"],
  ["androidFirefox", { touch: 5 }, { system: "android", browser: "firefox" }, "mobile"],
  ["windows", { touch: 10 }, { system: "windows", browser: "desktop-chrome" }, "desktop"],
  ["linux", {}, { system: "other", browser: "firefox" }, "desktop"],
])("detects the platform of %s %o: %o", (name, { touch = 0, standalone = false }, platform, device) => {
  const found = platformOf({ userAgent: agents[name], maxTouchPoints: touch, isStandalone: standalone });
  expect(found).toEqual(platform);
  expect(deviceInfoOf(found)).toBe(device);
});

test.each<[string, PermissionState | null, boolean | null, MicrophoneProblem]>([
  ["NotAllowedError", "denied", true, "denied"],
  ["NotAllowedError", "prompt", true, "dismissed"],
  ["NotAllowedError", null, null, "denied"],
  ["NotAllowedError", "denied", false, "denied"],
  ["NotFoundError", "granted", false, "no-microphone"],
  ["NotReadableError", "granted", true, "in-use"],
  ["InvalidAccessError", null, false, "no-microphone"],
  ["InvalidAccessError", null, true, "unknown"],
  ["TypeError", null, null, "unknown"],
])("classifies %s with permission %s and a microphone: %s as %s", (name, permission, has, problem) => {
  expect(microphoneProblem(name, permission, has)).toBe(problem);
});

test("does not ask the browser without https or without a recorder", () => {
  const all = { isSecure: true, hasMediaDevices: true, hasRecorder: true };
  expect(missingAbility(all)).toBeNull();
  expect(missingAbility({ ...all, isSecure: false, hasMediaDevices: false })).toBe("insecure");
  expect(missingAbility({ ...all, hasRecorder: false })).toBe("unsupported");
});

test("names the browser's setting, then the system's, for a denied microphone", () => {
  const help = (platform: Platform) => microphoneHelp("denied", platform).steps.join("\n");
  expect(help({ system: "ios", browser: "ios-safari" })).toMatch(/Website Settings[^]*Safari[^]*Privacy/);
  expect(help({ system: "ios", browser: "ios-home-screen" })).toMatch(/home screen/);
  expect(help({ system: "ios", browser: "ios-chrome" })).toMatch(/Settings of the iPhone, then Chrome/);
  expect(help({ system: "android", browser: "android-chrome" })).toMatch(/Permissions[^]*Apps/);
  expect(help({ system: "other", browser: "firefox" })).toMatch(/Firefox/);
  expect(help({ system: "macos", browser: "desktop-chrome" })).toMatch(/left of the address[^]*of the Mac/);
  expect(help({ system: "windows", browser: "desktop-chrome" })).toMatch(/left of the address[^]*Windows/);
});

test("offers help for each cause, but a retry only where it can succeed", () => {
  const platform: Platform = { system: "other", browser: "other" };
  const causes = [
    "insecure",
    "unsupported",
    "denied",
    "dismissed",
    "no-microphone",
    "in-use",
    "unknown",
  ] as const;
  const help = causes.map((cause) => microphoneHelp(cause, platform));
  expect(new Set(help.map(({ title }) => title)).size).toBe(causes.length);
  expect(causes.filter((_, index) => help[index]?.canRetry !== true)).toEqual(["insecure", "unsupported"]);
  expect(microphoneHelp("insecure", platform).text).toContain("https");
  expect(microphoneHelp("unknown", platform).text).toBe(
    "Could not start recording. Please check your microphone permission.",
  );
});
