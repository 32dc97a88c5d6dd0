import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { ToastViewport } from "#web/ui/overlay/toast-viewport.tsx";
import { registerServiceWorker } from "./service-worker-registration.ts";

test("shows and announces that the page reloads as soon as Reload is tapped", async () => {
  vi.stubEnv("PROD", true);
  const sent: unknown[] = [];
  const worker = { postMessage: (message: unknown) => void sent.push(message) };
  const nothing = () => undefined;
  const registration = { active: worker, waiting: worker, addEventListener: nothing, update: nothing };
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
