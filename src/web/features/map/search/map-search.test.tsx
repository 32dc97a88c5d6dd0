import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { specCity } from "#shared/features/map/city/city.ts";
import { endComposition } from "#web/testing/end-composition.ts";
import { MapSearch } from "./map-search.tsx";

const stall = { id: "camp-sushi", kind: "camp", title: "寿司屋", place: "7:30 & E", words: "" } as const;

test("opens a place on Enter, but ignores the keys of a composition", async () => {
  const onSelect = vi.fn<(id: string, at: string | null) => void>();
  render(<MapSearch city={specCity} things={[stall]} onSelect={onSelect} />);
  const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Search the map" });
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: "寿司屋" } });
  await screen.findByRole("option", { name: /寿司屋/ });
  endComposition(field, "Enter");
  endComposition(field, "Escape");
  expect(onSelect).not.toHaveBeenCalled();
  expect(field.getAttribute("aria-expanded")).toBe("true");
  fireEvent.keyDown(field, { key: "Enter", keyCode: 13 });
  expect(onSelect).toHaveBeenCalledExactlyOnceWith("camp-sushi", null);
});
