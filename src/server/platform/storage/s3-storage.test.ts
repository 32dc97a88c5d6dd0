import { createHash, createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { expect, test } from "vitest";
import { AppError } from "#server/http/app-error.ts";
import { createLog } from "#server/log.ts";
import { createEgress } from "#server/platform/egress.ts";
import { createS3Storage } from "./s3-storage.ts";

const KEY = "entries/ada/1753400000000-0123456789abcdef01234567.webp";
const credentials = {
  bucket: "entry-photos",
  region: "eu-central-1",
  accessKeyId: "S3RVER",
  secretAccessKey: "S3RVER",
};

test("stores photos in a bucket and returns them byte for byte", async () => {
  await using server = await startS3rver();
  const storage = storageAt(server.endpoint);
  const bytes = createHash("shake256", { outputLength: 300_000 }).update("a photo").digest();
  expect(await storage.get(KEY)).toBeNull();
  expect(await storage.head(KEY)).toBeNull();

  await storage.put(KEY, new Uint8Array(bytes));
  expect(await storage.head(KEY)).toEqual({ size: 300_000 });
  const stored = await storage.get(KEY);
  expect(stored?.size).toBe(300_000);
  expect(Buffer.from(await new Response(stored?.body).arrayBuffer()).equals(bytes)).toBe(true);

  await storage.delete(KEY);
  await storage.delete(KEY);
  expect(await storage.get(KEY)).toBeNull();
});

test("signs every request by AWS Signature Version 4, including its body", async () => {
  await using server = await startVerifier(credentials.secretAccessKey);
  const storage = storageAt(server.endpoint);
  await storage.put(KEY, Uint8Array.of(1, 2, 3));
  expect(await storage.head(KEY)).toEqual({ size: 3 });
  const stored = await storage.get(KEY);
  expect([...new Uint8Array(await new Response(stored?.body).arrayBuffer())]).toEqual([1, 2, 3]);
  await storage.delete(KEY);
  expect(await storage.get(KEY)).toBeNull();
  expect(server.verdicts).toEqual(["PUT ok", "HEAD ok", "GET ok", "DELETE ok", "GET ok"]);
});

test("reports a refusing or unreachable store and logs the store's message", async () => {
  await using server = await startVerifier("another secret");
  const storage = storageAt(server.endpoint);
  const calls = [
    () => storage.put(KEY, Uint8Array.of(1)),
    () => storage.get(KEY),
    () => storage.head(KEY),
    () => storage.delete(KEY),
  ];
  for (const call of calls) {
    const error = await call().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: "upstream-failed" });
    expect(JSON.stringify(error instanceof AppError && error.toProblem())).not.toContain(KEY);
  }
  expect(server.verdicts).toEqual(["PUT 403", "GET 403", "HEAD 403", "DELETE 403"]);

  await server[Symbol.asyncDispose]();
  await expect(storage.get(KEY)).rejects.toMatchObject({ code: "upstream-failed" });
  await expect(storage.put("../a.webp", Uint8Array.of(1))).rejects.toThrow(RangeError);
});

function storageAt(endpoint: string) {
  const egress = createEgress({ allowedOrigins: [endpoint], log: createLog("silent") });
  return createS3Storage({ endpoint, ...credentials }, egress);
}

/** A real object store, but it accepts any signature (according to its own source), so the verifier below checks them. */
async function startS3rver() {
  const directory = await mkdtemp(join(tmpdir(), "looby-s3-"));
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: credentials.bucket, configs: [] }],
  });
  const address = await server.run();
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Stores objects in memory for requests signed with `secret`. An independent implementation of the AWS documentation. */
async function startVerifier(secret: string) {
  const objects = new Map<string, Buffer>();
  const verdicts: string[] = [];
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const isSigned = signatureOf(request, body, secret) === request.headers.authorization;
      verdicts.push(`${request.method} ${isSigned ? "ok" : "403"}`);
      const object = objects.get(request.url ?? "");
      if (!isSigned) response.writeHead(403).end("<Error><Code>SignatureDoesNotMatch</Code></Error>");
      else if (request.method === "PUT") response.end(void objects.set(request.url ?? "", body));
      else if (request.method === "DELETE")
        response.writeHead(204).end(void objects.delete(request.url ?? ""));
      else if (object === undefined) response.writeHead(404).end();
      else response.writeHead(200, { "content-length": object.length }).end(object);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // always so for a TCP server
  return { endpoint: `http://127.0.0.1:${port}`, verdicts, [Symbol.asyncDispose]: () => close(server) };
}

/** The expected Authorization header of this request. */
function signatureOf(request: IncomingMessage, body: Buffer, secret: string): string {
  const { headers, method, url = "" } = request;
  const date = String(headers["x-amz-date"]);
  const bodyHash = createHash("sha256").update(body).digest("hex");
  if (headers["x-amz-content-sha256"] !== bodyHash) return "the body is not the one that was signed";
  const signedNames = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? "")?.[1] ?? "";
  const canonicalHeaders = signedNames.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, url, "", canonicalHeaders.join(""), signedNames, bodyHash].join("\n");
  const scope = `${date.slice(0, 8)}/${credentials.region}/s3/aws4_request`;
  const hashed = createHash("sha256").update(canonical).digest("hex");
  const toSign = ["AWS4-HMAC-SHA256", date, scope, hashed].join("\n");
  const key = scope
    .split("/")
    .reduce<Buffer | string>(
      (last, part) => createHmac("sha256", last).update(part).digest(),
      `AWS4${secret}`,
    );
  const signature = createHmac("sha256", key).update(toSign).digest("hex");
  return `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${signedNames}, Signature=${signature}`;
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // an http request without an encoding yields Buffers
  return Buffer.concat(chunks);
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
