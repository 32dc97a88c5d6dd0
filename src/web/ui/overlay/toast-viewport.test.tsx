import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { showToast } from "./toast.ts";
import { ToastViewport } from "./toast-viewport.tsx";

test("replaces a lasting toast by a later one about the same topic", async () => {
  render(<ToastViewport />);
  showToast({ kind: "problem", text: "This browser stores nothing.", topic: "storage" });
  await screen.findAllByText("This browser stores nothing.");
  showToast({ kind: "done", text: "This browser stores what you write again.", topic: "storage" });
  await screen.findAllByText("This browser stores what you write again.");
  expect(screen.queryAllByText("This browser stores nothing.")).toEqual([]);
});

test("keeps the toast that an action shows about its own topic", async () => {
  render(<ToastViewport />);
  const run = () => showToast({ kind: "info", text: "Reloading...", topic: "version", isLasting: true });
  showToast({ kind: "info", text: "Ready.", topic: "version", action: { label: "Reload", run } });
  fireEvent.click(await screen.findByRole("button", { name: "Reload" }));
  const toast = screen.getByRole("dialog", { name: "Reloading..." });
  expect(toast.hasAttribute("data-ending-style")).toBe(false);
});
