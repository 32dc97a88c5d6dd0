import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signUp as signUpEndpoint } from "#shared/features/account/contract.ts";
import { allRoutes, chatWorldOf } from "#server/app.ts";
import { type Config, readConfig } from "#server/config/config.ts";
import type { Deps } from "#server/deps.ts";
import { EventHub } from "#server/events/event-hub.ts";
import { createAccounts, findOperators } from "#server/features/account/accounts.ts";
import { accountRoutes } from "#server/features/account/routes.ts";
import { Chat, type ChatWorld } from "#server/features/chat/service.ts";
import { createCampPayloadCache } from "#server/features/map/camp-payload.ts";
import { ModelCatalogue } from "#server/features/models/catalogue.ts";
import { createAskLooby } from "#server/features/telegram/ask-looby.ts";
import { TelegramTalk } from "#server/features/telegram/service.ts";
import { SeenRequests } from "#server/http/request/seen-requests.ts";
import { WaitingRoom } from "#server/http/limits/waiting-room.ts";
import { createApp } from "#server/http/create-app.ts";
import type { Route } from "#server/http/route.ts";
import { readDataEpoch } from "#server/features/set-back/repository.ts";
import { createLog } from "#server/log.ts";
import { ownedColumns } from "#server/owned-columns.ts";
import { fakeEmbedder } from "./doubles/fake-embedder.ts";
import { fakePushSender } from "./doubles/fake-push-sender.ts";
import { openDiskStorage } from "#server/platform/storage/disk-storage.ts";
import { ADDRESS_HEADER, createTestClient, type TestClient } from "./test-client.ts";
import { openTestDatabase } from "./test-database.ts";
import type { Transcriber } from "#server/platform/speech/transcriber.ts";

export interface TestAppOptions {
  /** Routes in addition to the account routes. By default the app has all routes. */
  routes?: readonly Route[];
  /** Settings by their environment names. Limits are off unless LIMIT_FACTOR is given. */
  env?: Record<string, string>;
  /** Dependencies that replace the fakes. */
  deps?: Partial<Deps>;
  /** Replaces a fresh database; the app closes it. */
  database?: Deps["database"];
  /** Parts of the chat's world that replace the real ones. */
  chat?: Partial<ChatWorld>;
}

export const TEST_PASSWORD = "a tent with 3 poles";

/**
 * The server without a socket: the real router on a fresh real database, with fakes for everything outside the process. Every
 * client is a `TestClient` with its own cookies.
 *
 * ```ts
 * await using app = await startTestApp();
 * const ada = await app.signUp("Ada");
 * await ada.call(listResources, { query: {} });
 * expect(await app.as("a stranger").refusal(editResource, input)).toMatchObject({ code: "not-found" });
 * ```
 */
export async function startTestApp(options: TestAppOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), "looby-test-"));
  const database = options.database ?? (await openTestDatabase());
  const config = readConfig({
    DATA_DIR: folder,
    LIMIT_FACTOR: "1000000",
    // The cause of an unexpected failure appears in the output.
    LOG_LEVEL: "error",
    ...options.env,
  });
  const deps = await createTestDeps(config, database, options.deps);
  const languageModel = options.chat?.languageModel ?? deps.languageModel;
  const models = new ModelCatalogue(languageModel, deps.log);
  await models.check(AbortSignal.timeout(5000));
  const chatWorld: ChatWorld = { ...chatWorldOf(deps, models), ...options.chat };
  const chat = await Chat.open(chatWorld);
  const camps = createCampPayloadCache(database.kysely);
  const events = await EventHub.open(deps);
  const talk =
    deps.telegram === null ? null : new TelegramTalk(deps, deps.telegram, createAskLooby(deps, chat));
  const routes =
    options.routes === undefined
      ? allRoutes({ camps, chat, events, models, talk })
      : [...accountRoutes, ...options.routes];
  const app = createApp(deps, routes, null);
  const clients = new Map<string, TestClient>();
  const as = (name: string): TestClient => {
    const client = clients.get(name) ?? createTestClient(async (request) => app.fetch(request));
    clients.set(name, client);
    return client;
  };
  return {
    deps,
    database,
    routes,
    chatWorld,
    models,
    /** Handles messages to the Telegram bot; null without a bot. */
    talk,
    /** Ends the answers being written, as a stopping server does. */
    stopChat: async () => chat.close(),
    events,
    /** For a test that needs a socket: pass it to `serve`. */
    fetch: async (request: Request, env?: object): Promise<Response> => app.fetch(request, env),
    /** The client with this name, always the same one. Initially it has no session. */
    as,
    /** Creates an account and signs in the client of its name. */
    async signUp(pseudonym: string, contact: { email?: string; phone?: string } = {}): Promise<TestClient> {
      await as(pseudonym).call(signUpEndpoint, { body: { pseudonym, password: TEST_PASSWORD, ...contact } });
      return as(pseudonym);
    },
    /** Sets the operators as a start with OPERATORS would, by pseudonym or id. */
    async nameOperators(...named: string[]): Promise<void> {
      Object.assign(deps, { operators: await findOperators(database.kysely, named, deps.log) });
    },
    async [Symbol.asyncDispose]() {
      await talk?.queue.close();
      await chat.close();
      await talk?.queue.settled();
      await events.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

async function createTestDeps(
  config: Config,
  database: Deps["database"],
  replaced: Partial<Deps> = {},
): Promise<Deps> {
  const log = createLog(config.logLevel);
  const secret = config.secret ?? "a secret of the tests, 32 characters or more";
  const accounts = createAccounts({ database, config, secret, log, ownedColumns });
  return {
    config,
    log,
    database,
    clock: { isTrusted: true, lastJump: null },
    dataEpoch: await readDataEpoch(database.kysely),
    secret,
    operators: new Set(),
    accounts,
    sessions: accounts.sessions,
    storage: await openDiskStorage(join(config.dataDir, "photos")),
    embedder: fakeEmbedder(),
    transcriber: fakeTranscriber(),
    languageModel: null,
    geocoder: null,
    omi: null,
    mem0: null,
    telegram: null,
    mailer: null,
    pusher: fakePushSender(),
    // No test waits.
    seen: new SeenRequests(),
    waitingRoom: new WaitingRoom(async () => undefined),
    wakeEmbedding: () => undefined,
    addressOf: (context) => context.req.header(ADDRESS_HEADER) ?? "192.0.2.1",
    ...replaced,
  };
}

/** Returns the number of bytes as text: `7 bytes of wav`. */
function fakeTranscriber(): Transcriber {
  return {
    id: "fake",
    transcribe: async ({ path, container }) => `${(await stat(path)).size} bytes of ${container}`,
    close: async () => undefined,
  };
}
