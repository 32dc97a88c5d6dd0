import { fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { endComposition } from "#web/testing/end-composition.ts";
import { CampPanel } from "./camp-panel.tsx";

test("closes on Escape, but not on the Escape that cancels a composition in it", () => {
  const onClose = vi.fn<() => void>();
  renderPanel(<input aria-label="Filter" />, onClose);
  const field = screen.getByRole("textbox", { name: "Filter" });
  endComposition(field, "Escape");
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: "Escape", keyCode: 27 });
  expect(onClose).toHaveBeenCalledOnce();
});

test("grows by a drag up and closes by a drag far down", () => {
  const onClose = vi.fn<() => void>();
  renderPanel(null, onClose);
  // The map is 800 pixels high, the sheet half of that; jsdom lays out and captures nothing.
  const handle = screen.getByRole("button", { name: "Make the list larger" });
  const sheet = screen.getByRole("complementary", { name: "Camps" });
  Object.defineProperty(sheet, "clientHeight", { value: 400 });
  Object.defineProperty(sheet.parentElement, "clientHeight", { value: 800 });
  Object.assign(handle, { setPointerCapture: () => undefined });
  drag(handle, -200);
  expect(handle.getAttribute("aria-label")).toBe("Make the list smaller");
  expect(onClose).not.toHaveBeenCalled();
  drag(handle, 300);
  expect(onClose).toHaveBeenCalledOnce();
});

function drag(handle: HTMLElement, down: number): void {
  fireEvent.pointerDown(handle, { clientY: 400 });
  fireEvent.pointerMove(handle, { clientY: 400 + down });
  fireEvent.pointerUp(handle, { clientY: 400 + down });
  fireEvent.click(handle);
}

function renderPanel(browse: ReactNode, onClose: () => void): void {
  render(
    <CampPanel
      ref={null}
      tab="browse"
      detailsLabel="Details"
      details={null}
      browse={browse}
      onTab={() => undefined}
      onClose={onClose}
    />,
  );
}
