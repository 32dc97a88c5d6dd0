import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { markCamp } from "#shared/features/explore/contract.ts";
import { reportUnreachable } from "#web/lib/server/reachability.ts";
import { enqueue } from "#web/offline/outbox/queue.ts";
import { drain } from "#web/offline/outbox/sender.ts";
import { setUser } from "#web/offline/user/set-user.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { ConnectionBadge } from "#web/ui/state/connection-badge.tsx";
import { useConnection } from "./app.tsx";

const onOpen = vi.fn<() => void>();
let server: FakeServer;

beforeEach(async () => {
  onOpen.mockClear();
  await freshDevice();
  server = new FakeServer();
});

test("counts the changes that need the user's decision and opens them", async () => {
  server.on(markCamp, () => new Refusal("not-found", "There is no such camp."));
  await makeFavourite();
  await drain();
  const { user } = await openScreen(<Line />);
  await user.click(await screen.findByRole("button", { name: "1 change needs your decision" }));
  expect(onOpen).toHaveBeenCalledOnce();
});

test("counts the changes waiting for a server in trouble", async () => {
  server.on(markCamp, () => new Refusal("unavailable", "Starting up."));
  await makeFavourite();
  await drain();
  await openScreen(<Line />);
  expect(await screen.findByRole("button", { name: "1 waiting to be sent" })).toBeDefined();
});

test("counts the changes saved while offline", async () => {
  server.isReachable = false;
  await makeFavourite();
  await drain();
  await openScreen(<Line />);
  const name = "No connection. 1 waiting, saved here until it is back.";
  expect(await screen.findByRole("button", { name })).toBeDefined();
});

test("distinguishes a server that does not answer from a lost connection", async () => {
  await openScreen(<Line />);
  act(() => reportUnreachable("down"));
  await screen.findByText("Looby’s server does not answer. What you saved before is still here.");
  expect(screen.queryByText(/No connection/)).toBeNull();
});

test("counts another user's queued changes and names that user", async () => {
  await makeFavourite();
  await setUser("user-bob", "Bob");
  await openScreen(<Line />);
  const name = "1 thing of Ada waits here until Ada signs in.";
  expect(await screen.findByRole("button", { name })).toBeDefined();
});

test("links to the network's sign-in page until the server is reachable", async () => {
  await openScreen(<Line />);
  act(() => reportUnreachable("portal"));
  await screen.findByText("This network wants you to sign in first.");
  const link = screen.getByRole("link", { name: "Open its page" });
  expect(link.getAttribute("href")).toMatch(/^http:/);
  server.on(markCamp, ({ params }) => ({ ...params, isFavourite: true, note: "", updatedAt: at }));
  // The network lets requests through again.
  act(() => void dispatchEvent(new Event("online")));
  await makeFavourite();
  await act(drain);
  await waitFor(() => expect(screen.queryByText(/wants you to sign in first/)).toBeNull());
});

const at = "2026-08-30T06:00:00.000Z";

function Line() {
  return <ConnectionBadge connection={useConnection()} onOpen={onOpen} />;
}

async function makeFavourite(): Promise<void> {
  const input = { params: { campId: "camp-lantern" }, body: { isFavourite: true } };
  await enqueue(markCamp, input, { entity: "camp:camp-lantern", label: "Camp Lantern" });
}
