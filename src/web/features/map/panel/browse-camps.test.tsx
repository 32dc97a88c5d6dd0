import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { specCity } from "#shared/features/map/city/city.ts";
import { campWith } from "#web/testing/camps.ts";
import { expectAccessible } from "#web/testing/expect-accessible.ts";
import { FakeServer } from "#web/testing/fake-server.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { BrowseCamps } from "./browse-camps.tsx";

const asylum = campWith({ id: "asylum", name: "Spoke Asylum", location_string: "7:30 & D" });
const camps = [
  ...Array.from({ length: 119 }, (_, index) =>
    campWith({ id: `walrus-${index}`, name: `Walrus ${index}`, location_string: "3:00 & Esplanade" }),
  ),
  asylum,
];
const onSelect = vi.fn<(id: string) => void>();
const onExport = vi.fn<() => void>();
const onForget = vi.fn<(camp: { id: string; name: string }) => void>();

beforeEach(() => {
  new FakeServer();
  onSelect.mockReset();
  onExport.mockReset();
  onForget.mockReset();
});

test("shows fifty camps at a time, by name", async () => {
  const { user } = await openList();
  expect(screen.getByRole("status").textContent).toBe("120 camps");
  expect(rows()).toHaveLength(50);
  expect(rows()[0]?.textContent).toBe("Spoke Asylum7:30 & Delight");
  await expectAccessible();
  await user.click(screen.getByText("+ 70 more camps"));
  expect(rows()).toHaveLength(100);
  await user.click(screen.getByText("+ 20 more camps"));
  expect(rows()).toHaveLength(120);
  expect(screen.queryByText(/more camp/)).toBeNull();
});

test("opens a camp found despite a typo", async () => {
  const { user, filter } = await openList();
  await user.type(filter, "asulym");
  await waitFor(() => expect(rows()).toHaveLength(1));
  await user.click(screen.getByText("Spoke Asylum"));
  expect(onSelect).toHaveBeenCalledExactlyOnceWith("asylum");
});

test("empties and focuses the filter on Clear", async () => {
  const { user, filter } = await openList();
  await user.type(filter, "qqqq");
  await screen.findByText("No camp found");
  expect(rows()).toEqual([]);
  await user.click(screen.getByLabelText("Clear search"));
  await waitFor(() => expect(rows()).toHaveLength(50));
  expect(filter).toHaveProperty("value", "");
  expect(document.activeElement).toBe(filter);
});

test("groups the camps by street or by first letter", async () => {
  const { user } = await openList();
  await user.click(screen.getByText("By Street"));
  expect(groups()).toEqual(["Esplanade 119", "Delight 1"]);
  await user.click(screen.getByText("A-Z"));
  expect(groups()).toEqual(["S 1", "W 119"]);
});

test("lists only favourites and saves them as a file on request", async () => {
  const { user } = await openList(new Set(["asylum"]));
  await user.click(screen.getByText("Favourites"));
  expect(rows().map(({ textContent }) => textContent)).toEqual(["Spoke Asylum7:30 & Delight"]);
  await user.click(screen.getByRole("button", { name: "Save favourites and notes as a file" }));
  expect(onExport).toHaveBeenCalledOnce();
});

test("asks before it removes a note of a camp that left the map", async () => {
  const gone = { id: "gone", name: "Mirage <b>Café</b>", note: "Coffee at nine" };
  const { user } = await openList(new Set(), [gone]);
  expect(screen.queryByText("Coffee at nine")).toBeNull();
  await user.click(screen.getByText("Favourites"));
  expect(rows().map(({ textContent }) => textContent)).toEqual([`${gone.name}${gone.note}Remove`]);
  expect(screen.queryByText("No favourites yet")).toBeNull();
  await expectAccessible();
  expect(screen.getByRole("button", { name: "Save favourites and notes as a file" })).toBeDefined();
  const remove = screen.getByRole("button", { name: `Remove ${gone.name}` });
  await user.click(remove);
  const question = within(
    await screen.findByRole("alertdialog", { name: `Remove your note about ${gone.name}?` }),
  );
  await user.click(question.getByText("Cancel"));
  expect(onForget).not.toHaveBeenCalled();
  await user.click(remove);
  await user.click(within(await screen.findByRole("alertdialog")).getByText("Remove"));
  expect(onForget).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: "gone", name: gone.name }));
});

test("removes a favourite without a note at one tap", async () => {
  const { user } = await openList(new Set(), [{ id: "gone", name: "Mirage", note: "" }]);
  await user.click(screen.getByText("Favourites"));
  await user.click(screen.getByRole("button", { name: "Remove Mirage" }));
  expect(onForget).toHaveBeenCalledExactlyOnceWith({ id: "gone", name: "Mirage" });
});

async function openList(
  favourites: ReadonlySet<string> = new Set(),
  left: Parameters<typeof BrowseCamps>[0]["left"] = [],
) {
  const list = <BrowseCamps city={specCity} {...{ camps, favourites, left, onForget, onSelect, onExport }} />;
  const page = await openScreen(list);
  return { ...page, filter: screen.getByPlaceholderText("Filter camps...") };
}

function rows(): HTMLElement[] {
  return screen.queryAllByRole("listitem");
}

/** The heading of each group with its number of camps. */
function groups(): (string | null)[] {
  return screen
    .getAllByRole("group")
    .flatMap((group) => (group.tagName === "DETAILS" ? within(group).getByRole("heading") : []))
    .map((heading) => heading.parentElement?.textContent ?? null);
}
