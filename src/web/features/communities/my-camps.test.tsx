import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { getHealth } from "#shared/features/settings/contract.ts";
import { communityWith } from "#web/testing/communities.ts";
import { FakeServer } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { MyCamps } from "./my-camps.tsx";

beforeEach(async () => await freshDevice());

test("opens a camp with its cached data when a proxy refuses the call", async () => {
  new FakeServer();
  const ours = fetch;
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    if (input === getHealth.path) return Response.json({}, { headers: { "looby-version": "1.0.0" } });
    return init?.method === "POST" ? new Response("Sorry", { status: 403 }) : await ours(input, init);
  });
  const camp = communityWith({ id: "lantern", name: "Lantern Works" });
  const { user, address } = await openScreen(<MyCamps communities={[camp]} />);
  await user.click(screen.getByRole("button", { name: "Lantern Works" }));
  await waitFor(() => expect(address()).toBe("/community/lantern"));
  expect(screen.queryByText(/Failed/)).toBeNull();
});
