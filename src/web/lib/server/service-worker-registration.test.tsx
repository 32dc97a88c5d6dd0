import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { ToastViewport } from "#web/ui/overlay/toast-viewport.tsx";
import { askServer } from "./ask-server.ts";
import { registerServiceWorker } from "./service-worker-registration.ts";

test("shows and announces that the page reloads as soon as Reload is tapped", async () => {
  vi.stubEnv("PROD", true);
  const sent: unknown[] = [];
  const worker = { postMessage: (message: unknown) => void sent.push(message) };
  const nothing = () => undefined;
  const registration = {
    active: worker,
    waiting: worker,
    addEventListener: nothing,
    update: async () => undefined,
  };
  const container = { controller: worker, addEventListener: nothing, register: async () => registration };
  Object.defineProperty(navigator, "serviceWorker", { value: container, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "serviceWorker"));
  render(<ToastViewport />);
  registerServiceWorker();
  const reload = await screen.findByRole("button", { name: "Reload" });
  vi.useFakeTimers({ toFake: ["setTimeout"] }); // a simulated page cannot reload
  fireEvent.click(reload);
  vi.useRealTimers();
  expect(sent).toEqual(["make-way", "skip-waiting"]);
  const announced = screen.getByRole("region", { name: "Notifications" });
  expect(announced.getAttribute("aria-live")).toBe("polite");
  await within(announced).findByText("Reloading...");
  expect(screen.queryByText("A new version is ready.")).toBeNull();
  expect(screen.queryByRole("button", { name: "Reload" })).toBeNull();
});

test.for([
  ["its own build", "index-own.js", false],
  ["another build, without a worker", "index-new.js", true],
] as const)("offers a reload only when the server serves another build: %s", async ([, build, isOffered]) => {
  vi.stubEnv("PROD", true);
  const script = Object.assign(document.createElement("script"), { id: "script", type: "text/plain" });
  script.src = "/assets/index-own.js";
  document.head.append(script);
  onTestFinished(() => script.remove());
  vi.stubGlobal("fetch", async () => new Response("{}", { headers: { "looby-version": `0.1.0 ${build}` } }));
  render(<ToastViewport />);
  registerServiceWorker();
  await askServer("/api/health");
  if (isOffered) await screen.findByText("A new version is ready.");
  else expect(screen.queryByText("A new version is ready.")).toBeNull();
});
