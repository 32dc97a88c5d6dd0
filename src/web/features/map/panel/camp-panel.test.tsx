import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { endComposition } from "#web/testing/end-composition.ts";
import { CampPanel } from "./camp-panel.tsx";

test("closes on Escape, but not on the Escape that cancels a composition in it", () => {
  const onClose = vi.fn<() => void>();
  const browse = <input aria-label="Filter" />;
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
  const field = screen.getByRole("textbox", { name: "Filter" });
  endComposition(field, "Escape");
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: "Escape", keyCode: 27 });
  expect(onClose).toHaveBeenCalledOnce();
});
