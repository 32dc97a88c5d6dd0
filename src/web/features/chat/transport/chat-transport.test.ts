import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freshBrowser } from "#web/offline/outbox/outbox-fixture.ts";

beforeEach(async () => freshBrowser("ada"));
afterEach(() => {
  vi.doUnmock("#web/lib/server/api-client.ts");
  vi.unstubAllGlobals();
});

test("does not store a late conversation for the next user", async () => {
  vi.resetModules();
  const { setUser } = await import("#web/offline/user/set-user.ts");
  let nextUser: string | null = null;
  vi.doMock("#web/lib/server/api-client.ts", async (actual) => ({
    ...(await actual<object>()),
    async call() {
      if (nextUser !== null) await setUser(nextUser);
      return { thread: { id: "t" }, messages: [{ id: "m", text: "Ada's words" }] };
    },
  }));
  const { chatTransport } = await import("./chat-transport.ts");
  const { openDatabase } = await import("#web/offline/database.ts");
  const stored = async () => await (await openDatabase()).getAll("copies");

  await setUser("ada", "Ada");
  await chatTransport.page("t");
  await vi.waitFor(async () => expect(await stored()).toMatchObject([{ userId: "ada" }]));

  nextUser = "bob";
  await chatTransport.page("t");
  await new Promise((done) => setTimeout(done, 50));
  expect(await stored()).toEqual([]);
});
