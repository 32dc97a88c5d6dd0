import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { getSession, listPasskeys, signIn, signOut } from "#shared/features/account/contract.ts";
import { VERSION_HEADER } from "#shared/http/version-header.ts";
import { listCommunities } from "#shared/features/communities/contract.ts";
import { getThoughtStatus } from "#shared/features/daily/contract.ts";
import { markCamp } from "#shared/features/explore/contract.ts";
import { listLoans } from "#shared/features/lending/contract.ts";
import { listNotifications } from "#shared/features/notifications/contract.ts";
import { getProfile } from "#shared/features/profile/contract.ts";
import { listResources } from "#shared/features/resources/contract.ts";
import { SignInForm } from "#web/features/account/sign-in-form.tsx";
import { openDatabase } from "#web/offline/database.ts";
import { listOperations } from "#web/offline/outbox/outbox.ts";
import { enqueue } from "#web/offline/outbox/queue.ts";
import { drain } from "#web/offline/outbox/sender.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { ProfilePage } from "./profile-page.tsx";

const at = "2026-08-30T06:00:00.000Z";
const ada = {
  userId: "user-ada",
  pseudonym: "Ada",
  isAnonymous: false,
  email: null,
  phone: null,
  createdAt: at,
};
const visitor = { ...ada, userId: "anon-1", pseudonym: "Anonymous", isAnonymous: true };
const waits = /^You have unsent changes/;
/** The other requests of the page. */
const others = [
  listLoans,
  listNotifications,
  getThoughtStatus,
  listResources,
  listPasskeys,
  listCommunities,
  getProfile,
];
let server: FakeServer;

beforeEach(async () => {
  await freshDevice();
  server = new FakeServer();
  for (const endpoint of others) server.on(endpoint, () => new Refusal("unavailable", "Starting up."));
  await makeFavourite();
});

test("warns about unsent changes before the sign-out", async () => {
  await openScreen(<ProfilePage />);
  expect(await screen.findByText(waits)).toBeDefined();
});

test("deletes the user's data at sign-out except queued writes", async () => {
  const stored = { userId: ada.userId, query: { queryKey: ["memories"], state: { data: ["Quokkabread."] } } };
  await (await openDatabase()).put("queries", stored, "memories");
  const { user } = await openScreen(<ProfilePage />);
  server.on(signOut, () => {
    server.on(getSession, () => ({ user: visitor }));
    return { signedOut: true };
  });
  await user.click(await screen.findByRole("button", { name: "Sign Out" }));
  await screen.findByRole("heading", { name: "Anonymous" });
  const database = await openDatabase();
  expect(await database.getAll("outbox")).toMatchObject([{ userId: ada.userId, isLeft: true }]);
  expect(await database.getAllKeys("queries")).not.toContain("memories");
  await waitFor(() => expect(screen.queryByText(waits)).toBeNull());
});

test("signs the user out on this device when something on the way refuses the call", async () => {
  const { user } = await openScreen(<ProfilePage />);
  const reply = fetch;
  const page = new Response("<!doctype html>", { status: 403 });
  const health = Response.json({}, { headers: { [VERSION_HEADER]: "test" } });
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) =>
    url === signOut.path ? page : url === "/api/health" ? health : reply(url, init),
  );
  await user.click(await screen.findByRole("button", { name: "Sign Out" }));
  await waitFor(async () =>
    expect(await (await openDatabase()).getAll("outbox")).toMatchObject([{ isLeft: true }]),
  );
});

test("sends the writes of an ended session after the next sign-in", async () => {
  server.on(markCamp, () => new Refusal("unauthenticated", "Please sign in."));
  await drain();
  expect((await listOperations())[0]?.notBefore).toBeGreaterThan(0);
  server.on(signIn, () => ({ user: ada }));
  server.on(markCamp, ({ params }) => ({ ...params, isFavourite: true, note: "", updatedAt: at }));
  const { user } = await openScreen(<SignInForm onDone={() => undefined} onForgotten={() => undefined} />);
  await user.type(await screen.findByLabelText("Pseudonym"), "Ada");
  await user.type(screen.getByLabelText("Password"), "a tent with 3 poles");
  await user.click(screen.getByRole("button", { name: "Sign In" }));
  await waitFor(async () => expect(await listOperations()).toMatchObject([{ notBefore: 0 }]));
  await drain();
  expect(await listOperations()).toEqual([]);
});

async function makeFavourite(): Promise<void> {
  const input = { params: { campId: "camp-lantern" }, body: { isFavourite: true } };
  await enqueue(markCamp, input, { entity: "camp:camp-lantern", label: "Camp Lantern" });
}
