import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { listCommunities } from "#shared/features/communities/contract.ts";
import { listCampMarks, listDiscoveries } from "#shared/features/explore/contract.ts";
import { specCity } from "#shared/features/map/city/city.ts";
import { listCamps } from "#shared/features/map/contract.ts";
import { markerId } from "#shared/features/map/marker-id.ts";
import { listNeeds } from "#shared/features/needs/contract.ts";
import { deleteEntry, getResource, listResources } from "#shared/features/resources/contract.ts";
import { FakeServer } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { plantOperation } from "#web/testing/planted-operation.ts";
import { resourceWith } from "#web/testing/resources.ts";
import { useExploreItems } from "./explore-items.ts";

const none = new Set<string>();
const chosen = { itemId: markerId("resource", "gear-drill"), at: null, isBrowsing: false };

function Markers() {
  const { items } = useExploreItems(specCity, chosen, none);
  return items.map(({ id, label }) => <p key={id}>{label}</p>);
}

test("removes the chosen thing from the map when its deletion waits", async () => {
  await freshDevice();
  const location = { address: "7:30 & Enchant", lat: 40.7851, lon: -119.2122 };
  const server = new FakeServer();
  server.on(listCamps, () => []);
  server.on(listCommunities, () => ({ loobricates: [] }));
  server.on(listResources, () => ({ listings: [resourceWith({ location })], nextCursor: null }));
  server.on(listNeeds, () => ({ needs: [] }));
  server.on(listDiscoveries, () => ({ discoveries: [] }));
  server.on(listCampMarks, () => ({ marks: [] }));
  server.on(getResource, () => resourceWith({ location }));
  await openScreen(<Markers />);
  await screen.findByText("A drill, 7:30 & Enchant");
  const params = { entryId: "gear-drill" };
  await plantOperation({ endpointId: deleteEntry.id, label: "Delete: A drill", params }, undefined);
  await waitFor(() => expect(screen.queryByText("A drill, 7:30 & Enchant")).toBeNull());
  expect(server.asked(getResource)).toEqual([]);
});
