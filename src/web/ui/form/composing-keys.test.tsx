import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { endComposition } from "#web/testing/end-composition.ts";
import { SearchField } from "./search-field.tsx";
import { TagField } from "./tag-field.tsx";

// A key of an input method for Japanese, Chinese or Korean is not a key of the page.

test("searches on Enter, but not on the Enter that ends a composition", () => {
  const onEnter = vi.fn<(search: string) => void>();
  render(<SearchField label="Search" search="" onSearch={() => undefined} onEnter={onEnter} />);
  const field = screen.getByRole("searchbox", { name: "Search" });
  fireEvent.change(field, { target: { value: "寿司" } });
  endComposition(field, "Enter");
  expect(onEnter).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: "Enter", keyCode: 13 });
  expect(onEnter).toHaveBeenCalledExactlyOnceWith("寿司");
});

test("leaves the search as typed when Escape cancels a composition", () => {
  render(<SearchField label="Search" search="" onSearch={() => undefined} />);
  const field = screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" });
  fireEvent.change(field, { target: { value: "寿司" } });
  endComposition(field, "Escape");
  expect(field.value).toBe("寿司");
});

test("adds a tag on Enter, but not on the Enter that ends a composition", () => {
  const { field, onChange } = openTags();
  endComposition(field, "Enter");
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: "Enter", keyCode: 13 });
  expect(onChange).toHaveBeenCalledExactlyOnceWith(["寿司"]);
});

test("ignores composition keys in the list of suggestions", () => {
  const { field } = openTags();
  endComposition(field, "ArrowDown");
  expect(field.getAttribute("aria-activedescendant")).toBeNull();
  endComposition(field, "Escape");
  expect(field.getAttribute("aria-expanded")).toBe("true");
});

function openTags() {
  const onChange = vi.fn<(tags: readonly string[]) => void>();
  render(<TagField label="Tags" tags={[]} error={null} suggest={() => ["寿司屋"]} onChange={onChange} />);
  const field = screen.getByRole("combobox", { name: "Tags" });
  fireEvent.change(field, { target: { value: "寿司" } });
  return { field, onChange };
}
