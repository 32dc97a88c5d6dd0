import { beginOmiLink, confirmOmiLink, proveOmiLink } from "#shared/features/omi/contract.ts";
import { listMemories } from "#shared/features/memories/archive/archive-contract.ts";
import { webhookKey } from "#server/features/omi/link.ts";
import { createLog } from "#server/log.ts";
import { createEgress } from "#server/platform/egress.ts";
import { omiOver } from "#server/platform/omi/omi.ts";
import { OMI_APP, openFakeOmi } from "./fake-omi.ts";
import { startTestApp } from "../test-app.ts";
import type { TestClient } from "../test-client.ts";

/** A server connected to a fake Omi, with the actions of people and of Omi. */
export async function openOmiWorld(env: Record<string, string> = {}) {
  const omi = await openFakeOmi();
  const noted: unknown[] = [];
  const log = Object.assign(createLog("silent"), { info: (line: unknown) => noted.push(line) });
  const egress = createEgress({ allowedOrigins: [omi.url], log });
  const settings = { appId: OMI_APP.id, appKey: OMI_APP.key, apiUrl: omi.url };
  const app = await startTestApp({ env, deps: { omi: omiOver(egress, settings) } });

  /** The state parameter of a link that was started. */
  async function begin(client: TestClient): Promise<string> {
    return stateIn((await client.call(beginOmiLink, { body: {} })).url);
  }

  function codeOf(uid: string): string {
    return /^\d{4} \d{4}/.exec(omi.account(uid).notifications.at(-1) ?? "")?.[0] ?? "no code";
  }

  return {
    omi,
    app,
    begin,
    /** The log of calls to Omi. */
    noted,
    /** The newest code shown on the phone of this Omi account. */
    codeOf,
    /** Call before each test: Omi works and has accepted nothing. */
    refresh() {
      omi.mood.status = null;
      omi.mood.when = () => true;
      omi.taken.length = 0;
      omi.asked.length = 0;
      omi.forgetCounts();
    },
    /** A user here with a linked Omi account. */
    async link(name: string, uid: string): Promise<TestClient> {
      const client = await app.signUp(name);
      omi.account(uid);
      await client.call(confirmOmiLink, { body: { omiUid: uid, state: await begin(client) } });
      await client.call(proveOmiLink, { body: { code: codeOf(uid) } });
      return client;
    },
    /** Omi calls the webhook. */
    async sendWebhook(uid: string, body: unknown): Promise<unknown> {
      const path = `/api/omi/webhook/${webhookKey(app.deps.secret)}?uid=${uid}`;
      const response = await app.as("Omi").request(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return await response.json();
    },
    async listOf(client: TestClient, q?: string) {
      const answer = await client.call(listMemories, { query: q === undefined ? {} : { q, limit: "1" } });
      return Array.isArray(answer) ? answer : [];
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await omi[Symbol.asyncDispose]();
    },
  };
}

export type OmiWorld = Awaited<ReturnType<typeof openOmiWorld>>;

export function stateIn(url: string): string {
  return new URL(url).searchParams.get("state") ?? "";
}

export function minutesAgo(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}
