import { screen, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { getConnections } from "#shared/features/memories/knowledge-contract.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { withLayout } from "#web/testing/with-layout.ts";
import { GraphView } from "./graph-view.tsx";

const [tarp, shade, dent] = ["We stretched a tarp for shade.", "Ask Mo for a tarp.", "The tuba has a dent."];
const graph = {
  nodes: [tarp, shade, dent].map((content, index) => ({
    id: `memory-${index}`,
    content: content ?? "",
    source: "user" as const,
    timestamp: `2026-08-0${index + 1}T06:00:00.000Z`,
  })),
  links: [
    {
      source: "memory-0",
      target: "memory-1",
      strength: 0.5,
      type: "related" as const,
      reason: "both say: tarp",
    },
  ],
  total: 3,
};
let server: FakeServer;

beforeAll(() => {
  withLayout();
  Object.assign(globalThis, { Worker: LayoutInARow });
  HTMLCanvasElement.prototype.getContext = () => null; // nothing is drawn
});

beforeEach(async () => {
  await freshDevice();
  server = new FakeServer();
  server.on(getConnections, () => graph);
});

test("says that there are no memories yet", async () => {
  server.on(getConnections, () => ({ nodes: [], links: [], total: 0 }));
  await openGraph();
  expect(await screen.findByText("No memory nodes available yet.")).toBeDefined();
});

test("names a missing API key and loads the graph on Try Again", async () => {
  server.on(getConnections, () => new Refusal("internal", "There is no API key."));
  const { user } = await openGraph();
  await screen.findByRole("heading", { name: "Configuration Error" });
  server.on(getConnections, () => graph);
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("3 memories and 1 connection")).toBeDefined();
});

test("goes to a memory by arrow keys and says on Enter why others are linked to it", async () => {
  const { user } = await openGraph();
  (await screen.findByRole("application", { name: /Graph of your memories/ })).focus();
  await user.keyboard("{ArrowRight}");
  expect(screen.getByRole("status").textContent).toBe(tarp);
  await user.keyboard("{Enter}");
  const selected = within(screen.getByRole("region", { name: "Selected memory" }));
  selected.getByRole("button", { name: /^Ask Mo for a tarp.*both say: tarp$/ });
});

test("lists the memories with their number of connections", async () => {
  const { user } = await openGraph();
  await user.click(await screen.findByRole("button", { name: "As a list" }));
  await user.click(screen.getByRole("button", { name: /^The tuba has a dent.*0 connections$/ }));
  const selected = within(screen.getByRole("region", { name: "Selected memory" }));
  expect(selected.getByText("Nothing is linked to it yet.")).toBeDefined();
});

async function openGraph() {
  return await openScreen(
    <GraphView userId="user-ada" productName="Looby" isDemo={false} memories={[]} shown={null} />,
  );
}

/** The layout's worker: it puts every memory 100 pixels right of the one before. */
class LayoutInARow {
  onmessage: ((event: { data: unknown }) => void) | null = null;

  postMessage({ places }: { places: Float32Array }): void {
    const row = places.map((_, index) => (index % 2 === 0 ? index * 50 : 0));
    queueMicrotask(() => this.onmessage?.({ data: { places: row, isSettled: true } }));
  }

  terminate(): void {}
}
