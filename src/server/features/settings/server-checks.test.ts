import { expect, test } from "vitest";
import { SeenRequests } from "#server/http/request/seen-requests.ts";
import { CLOCK_HEADER } from "#shared/outbox/phone-clock.ts";
import { ModelError } from "#server/platform/llm/language-model.ts";
import { failureOfStatus } from "#server/platform/llm/model-failures.ts";
import { factsOfModel, serverChecks, type ServerFacts } from "./server-checks.ts";

const HOUR = 3_600_000;
const now = new Date("2026-08-30T12:00:00Z");
const facts: ServerFacts = {
  config: {
    publicUrl: "https://looby.example",
    host: "127.0.0.1",
    trustProxy: true,
    backups: { everyMs: 6 * HOUR, copies: 8 },
    database: { freeSpaceFloorBytes: 2e8 },
  },
  proxied: { host: "looby.example", proto: "https", hasAddress: true },
  phonesAheadMs: [0, 2_000, -1_000],
  now,
  clock: { isTrusted: true, lastJump: null },
  database: { engine: "pglite", version: "18.3", hasVector: true },
  lastBackup: new Date(now.getTime() - 2 * HOUR),
  freeBytes: 5e9,
  model: { name: "qwen3", failure: null, window: 8192 },
};
type Config = Partial<ServerFacts["config"]>;
const of = (subject: string, change: Partial<Omit<ServerFacts, "config">> & { config?: Config } = {}) =>
  serverChecks({ ...facts, ...change, config: { ...facts.config, ...change.config } }).find(
    (check) => check.subject === subject,
  );

test("finds nothing to check on a server that is set up well", () => {
  expect(serverChecks(facts).filter(({ isGood }) => !isGood)).toEqual([]);
  expect(serverChecks(facts).map(({ says }) => says)).toMatchInlineSnapshot(`
    [
      "People open https://looby.example. Posters, codes and links carry it.",
      "The proxy passes on the address, the scheme and the host that people use.",
      "It is Sun, 30 Aug 2026 12:00:00 GMT here.",
      "Clocks of phones that agree with this server: 3.",
      "The last one is from Sun, 30 Aug 2026 10:00:00 GMT, 2 hours ago, and was read back.",
      "5.0 GB are free.",
      "Embedded PostgreSQL 18.3.",
      "qwen3: window of 8,192 tokens.",
    ]
  `);
});

test.each<[string, RegExp, Parameters<typeof of>[1]]>([
  ["Address", /PUBLIC_URL is not set/, { config: { publicUrl: null, host: "0.0.0.0" } }],
  ["Address", /only this machine/, { config: { publicUrl: "http://localhost:3000" } }],
  ["Proxy", /TRUST_PROXY is off/, { config: { trustProxy: false } }],
  [
    "Proxy",
    /Host “looby_backend”.*proxy_set_header Host/,
    { proxied: { host: "looby_backend", proto: "https", hasAddress: true } },
  ],
  ["Proxy", /Host “127/, { proxied: { host: "127.0.0.1:3000", proto: "https", hasAddress: true } }],
  ["Proxy", /sends no X-Forwarded-For/, { proxied: null }],
  [
    "Proxy",
    /sends no X-Forwarded-For/,
    { proxied: { host: "looby.example", proto: "https", hasAddress: false } },
  ],
  [
    "Proxy",
    /says X-Forwarded-Proto: http\./,
    { proxied: { host: "looby.example", proto: "http", hasAddress: true } },
  ],
  [
    "Proxy",
    /sends no X-Forwarded-Proto/,
    { proxied: { host: "looby.example", proto: null, hasAddress: true } },
  ],
  ["Proxy", /Set PUBLIC_URL to https:/, { config: { publicUrl: "http://looby.example" } }],
  ["Clock", /dated later/, { clock: { isTrusted: false, lastJump: null } }],
  ["Phones’ clocks", /: 2 of 3, such as 40 days ahead/, { phonesAheadMs: [0, 960 * HOUR, 960 * HOUR] }],
  ["Backups", /in the future/, { lastBackup: new Date(now.getTime() + HOUR) }],
  ["Backups", /9 hours ago\. Search the log/, { lastBackup: new Date(now.getTime() - 9 * HOUR) }],
  ["Backups", /no backup yet/, { lastBackup: null }],
  ["Backups", /are off/, { config: { backups: null } }],
  ["Free space", /0\.3 GB are free\. Below 0\.2 GB/, { freeBytes: 3e8 }],
  ["Database", /no pgvector/, { database: { engine: "postgres", version: "15.20", hasVector: false } }],
  [
    "Language model",
    /^qwen3: window of 8,191 tokens\. Looby needs 8,192 tokens/,
    { model: { name: "qwen3", failure: null, window: 8191 } },
  ],
  [
    "Language model",
    /does not answer now.*LLM_BASE_URL/,
    { model: { name: "qwen3", failure: "unavailable", window: null } },
  ],
  [
    "Language model",
    /refuses the key.*LLM_API_KEY/,
    { model: { name: "qwen3", failure: "unauthorized", window: null } },
  ],
])("reports a problem of %s as %s", (subject, says, change) => {
  expect(of(subject, change)).toMatchObject({ isGood: false, says: expect.stringMatching(says) });
});

test.each<[string, RegExp, Parameters<typeof of>[1]]>([
  ["Address", /Only this machine/, { config: { publicUrl: null } }],
  [
    "Proxy",
    /passes on/,
    {
      config: { publicUrl: "https://10.0.0.7:8443" },
      proxied: { host: "localhost:8443", proto: "https", hasAddress: true },
    },
  ],
  ["Proxy", /passes on/, { proxied: { host: "192.168.1.5:8443", proto: "https", hasAddress: true } }],
  ["Proxy", /No request has come/, { config: { trustProxy: false }, proxied: null }],
  ["Clock", /set back by 3 hours/, { clock: { isTrusted: true, lastJump: { at: now, seconds: -3 * 3600 } } }],
  ["Phones’ clocks", /: 1 of 3, such as 2 days behind/, { phonesAheadMs: [0, -48 * HOUR, 0] }],
  ["Phones’ clocks", /No phone/, { phonesAheadMs: [] }],
  ["Backups", /its own tools/, { database: { engine: "postgres", version: "15", hasVector: true } }],
  ["Free space", /no data folder/, { freeBytes: null }],
  ["Language model", /None is set/, { model: null }],
  [
    "Language model",
    /lists no window\. Looby needs 8,192 tokens/,
    { model: { name: "qwen3", failure: null, window: null } },
  ],
])("reports the state of %s as %s", (subject, says, change) => {
  expect(of(subject, change)).toMatchObject({ isGood: true, says: expect.stringMatching(says) });
});

test.each<[string, string[] | null, Partial<ServerFacts["model"]>]>([
  ["its own entry", ["other", "qwen3"], { failure: null, window: 200 }],
  ["the only entry, whatever its name", ["/models/qwen3.gguf"], { failure: null, window: 100 }],
  ["none of several others", ["a", "b"], { failure: null, window: null }],
  ["no list", null, { failure: null, window: null }],
])("reads the window of a model from %s", async (_, ids, known) => {
  const listed = ids?.map((id, index) => ({ id, takesTools: null, window: 100 * (index + 1) }));
  const model = { defaultModel: "qwen3", listModels: async () => listed ?? null };
  expect(await factsOfModel(model)).toEqual({ name: "qwen3", ...known });
});

test("reports a model whose server does not answer", async () => {
  const model = { defaultModel: "qwen3", listModels: () => Promise.reject(new Error("refused")) };
  expect(await factsOfModel(model)).toEqual({ name: "qwen3", failure: "unavailable", window: null });
});

test("reports a refused key", async () => {
  const listModels = () => Promise.reject(new ModelError(failureOfStatus(401, null)));
  const facts = await factsOfModel({ defaultModel: "qwen3", listModels });
  expect(facts).toEqual({ name: "qwen3", failure: "unauthorized", window: null });
});

test("remembers the proxy's headers and the clocks of the last hundred phones", () => {
  const seen = new SeenRequests();
  const noted = (phone: string, headers: Record<string, string>) =>
    seen.note(new Headers(headers), () => phone, now.getTime());
  noted("10.0.0.1", { host: "direct.example" });
  expect(seen.proxied).toBeNull();
  noted("10.0.0.1", { host: "looby.example", "x-forwarded-for": "10.0.0.9", "x-forwarded-proto": "https" });
  expect(seen.proxied).toEqual({ host: "looby.example", proto: "https", hasAddress: true });
  for (let phone = 0; phone < 101; phone++)
    noted(`10.0.0.${phone}`, { [CLOCK_HEADER]: `${now.getTime() + phone}` });
  noted("10.0.0.100", { [CLOCK_HEADER]: "yesterday" });
  noted("10.0.0.100", { [CLOCK_HEADER]: `${now.getTime() - 5}` });
  expect(seen.phonesAheadMs).toEqual([...Array.from({ length: 99 }, (_, index) => index + 1), -5]);
});
