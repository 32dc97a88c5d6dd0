import { spawnSync } from "node:child_process";
import { onPath } from "./on-path.ts";

/** Chromium's engine without its windows runs the stories in two thirds of the processor time. */
const SHELL = "chromium-headless-shell";
const NAMES = [SHELL, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/**
 * The path of the system's Chromium. If there is none and this process may install it, it is installed from the system's packages.
 * @throws Error that says what to install
 */
export function ensureChromium(): string {
  const found = findChromium();
  if (found !== null) return found;
  if (process.platform === "linux" && process.getuid?.() === 0 && onPath("apt-get") !== null) {
    console.log("Installing Chromium from the system's packages (once) ...");
    const quiet = { stdio: ["ignore", "ignore", "inherit"] as ["ignore", "ignore", "inherit"] };
    const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update", "-qq"], { ...quiet, env: environment });
    // Some systems have only the whole browser.
    for (const name of [SHELL, "chromium"]) {
      spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], {
        ...quiet,
        env: environment,
      });
      const installed = findChromium();
      if (installed !== null) return installed;
    }
  }
  throw new Error(
    "The browser tests need Chromium: install it from your system's packages, or set CHROMIUM to its path.",
  );
}

/** Flags for headless runs in any environment: no sandbox (containers run as root), no GPU, no background network calls. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

function findChromium(): string | null {
  if (process.env["CHROMIUM"]) return process.env["CHROMIUM"];
  for (const name of NAMES) {
    const path = onPath(name);
    if (path !== null) return path;
  }
  return null;
}
