import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request as sendOn, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { openUpstreamModel, type UpstreamModel } from "#server/testing/doubles/upstream-model.ts";
import { createTestClient, type TestClient } from "#server/testing/test-client.ts";
import { type LoobyServer, startServer } from "../e2e/fixtures/server.ts";

/** Two servers on one Postgres and one bucket, behind a round-robin proxy, with the test's own model and speech engine. */
export interface TwoServers {
  readonly one: LoobyServer;
  readonly two: LoobyServer;
  readonly proxyUrl: string;
  readonly model: UpstreamModel;
  /** A caller whose cookies are sent to every server. */
  person(): Person;
}

export interface Person {
  /** Calls this address. */
  at(url: string): TestClient;
}

export async function startTwoServers(databaseUrl: string, stack: AsyncDisposableStack): Promise<TwoServers> {
  const model = stack.use(await openUpstreamModel());
  model.listed = ["story/model"];
  const bucket = await startBucket(stack);
  const speech = await startSpeech(stack);
  const env = {
    DATABASE_URL: databaseUrl,
    SECRET: "one secret for both servers, which is long enough",
    SAMPLE_DATA: "off",
    TRUST_PROXY: "on",
    LIMIT_FACTOR: "1",
    LLM_BASE_URL: model.url,
    LLM_MODEL: "story/model",
    SPEECH_BASE_URL: speech,
    SPEECH_MODEL: "story/ear",
    S3_ENDPOINT: bucket,
    S3_ACCESS_KEY_ID: "S3RVER",
    S3_SECRET_ACCESS_KEY: "S3RVER",
  };
  // Both start at once, as in a deployment: one creates the tables, the other waits.
  const [one, two] = await Promise.all([startServer(env), startServer(env)]);
  stack.defer(() => one.dispose());
  stack.defer(() => two.dispose());
  const proxyUrl = await startProxy([one.url, two.url], stack);
  return {
    one,
    two,
    proxyUrl,
    model,
    person() {
      let target = proxyUrl;
      const client = createTestClient(async (request) => {
        const { pathname, search } = new URL(request.url);
        const headers = new Headers(request.headers);
        for (const name of ["origin", "host"]) headers.delete(name); // not a browser request
        const body = request.body === null ? null : await request.arrayBuffer();
        return await fetch(target + pathname + search, { method: request.method, headers, body });
      });
      return {
        at(url) {
          target = url;
          return client;
        },
      };
    },
  };
}

async function startBucket(stack: AsyncDisposableStack): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "looby-two-s3-"));
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: "entry-photos", configs: [] }],
  });
  const { port } = await server.run();
  stack.defer(async () => {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  });
  return `http://127.0.0.1:${port}`;
}

/** A speech engine that returns those of the given words that the audio contains, in order. */
async function startSpeech(stack: AsyncDisposableStack): Promise<string> {
  const url = await listen(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array); // no encoding is set
    const received = Buffer.concat(chunks)
      .toString("latin1")
      .match(/word-\d/g);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ text: (received ?? []).join(" ") }));
  }, stack);
  return `${url}/v1`;
}

/** Round robin. Skips a server that does not respond; that server's open responses break off. */
async function startProxy(targets: readonly string[], stack: AsyncDisposableStack): Promise<string> {
  let turn = 0;
  return await listen(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array); // as above
    const first = turn++;
    const attempt = (offset: number) => {
      const target = new URL(targets[(first + offset) % targets.length] ?? "");
      const onward = sendOn(
        {
          hostname: target.hostname,
          port: target.port,
          method: request.method,
          path: request.url,
          headers: { ...request.headers, "x-forwarded-for": request.socket.remoteAddress ?? "" },
        },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
          answer.on("error", () => response.destroy());
        },
      );
      onward.on("error", () => {
        if (response.headersSent) response.destroy();
        else if (offset + 1 < targets.length) attempt(offset + 1);
        else response.writeHead(502).end();
      });
      onward.end(Buffer.concat(chunks));
    };
    attempt(0);
  }, stack);
}

async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  stack: AsyncDisposableStack,
): Promise<string> {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stack.defer(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a listening TCP server has an address
}
