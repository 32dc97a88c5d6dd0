import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { importMemories } from "#shared/features/memories/archive/archive-contract.ts";
import { FakeServer } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { ImportPanel } from "./import-panel.tsx";

let server: FakeServer;

beforeEach(async () => {
  await freshDevice();
  server = new FakeServer();
});

test("asks about an old file's encoding and names the rows that would lose text", async () => {
  const { user } = await openScreen(<ImportPanel onClose={() => undefined} />);
  const text = "date,text\n2024-08-27,K\u00FChlbox\n2024-08-28,Tea, cups\n";
  const file = new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], "notes.csv");
  await user.upload(screen.getByLabelText("Files with memories"), file);
  await screen.findByText(
    "Do the letters look right: Kühlbox? If not, save the file as UTF-8 and choose it again.",
  );
  expect(screen.getByRole("list", { name: "Rows that could not be read" }).textContent).toBe(
    "Row 3: It has 3 cells, but there are 2 columns. Put quotes around text that contains a comma, and import it again.",
  );
});

test("shows the memories of a file before any is sent", async () => {
  await chooseMemories();
  await screen.findByText("A list of memories: 2 memories, Mar 3, 2025. 1 could not be read.");
  const first = within(screen.getByRole("list", { name: "The first memories of the file" }));
  first.getByText(/An orange umbrella\./);
  first.getByText(/A blue lamp\./);
  screen.getByText("Row 3: It has no content.");
  expect(server.asked(importMemories)).toEqual([]);
});

test("reports imported memories and broken rows", async () => {
  server.on(importMemories, () => ({ imported: 1, skipped: 1, broken: 0, errors: [] }));
  const { user } = await chooseMemories();
  await user.click(await screen.findByRole("button", { name: "Import 2 memories" }));
  await screen.findByText("1 imported, 1 were there already, 1 could not be read.");
  screen.getByText("Row 3: It has no content.");
  expect(server.asked(importMemories)).toMatchObject([
    { body: [{ content: "An orange umbrella." }, { content: "A blue lamp." }] },
  ]);
});

/** Chooses a file with two memories and a row without content. */
async function chooseMemories() {
  const page = await openScreen(<ImportPanel onClose={() => undefined} />);
  const createdAt = new Date("2025-03-03T12:00").toISOString();
  const memories = [
    { content: "An orange umbrella.", createdAt },
    { content: "A blue lamp.", createdAt },
    { content: "" },
  ];
  const file = new File([JSON.stringify({ memories })], "memories.json");
  await page.user.upload(screen.getByLabelText("Files with memories"), file);
  return page;
}
