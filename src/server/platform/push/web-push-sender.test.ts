import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { expect, test } from "vitest";
import { PushApiModel } from "web-push-testing/src/PushApiModel.js";
import PushService from "web-push-testing/src/server.js";
import * as z from "zod/mini";
import { createLog } from "#server/log.ts";
import { createEgress } from "#server/platform/egress.ts";
import { webPushSender } from "./web-push-sender.ts";

const secret = "a secret of the tests, 32 characters or more";
const subscription = z.object({
  data: z.object({
    endpoint: z.string(),
    clientHash: z.string(),
    keys: z.object({ p256dh: z.string(), auth: z.string() }),
  }),
});

test("sends a message the browser can read and reports an unsubscribed browser", async () => {
  const url = await startPushService();
  const pusher = makeSender(url);
  const answer = await post(`${url}/subscribe`, {
    userVisibleOnly: "true",
    applicationServerKey: pusher.publicKey,
  });
  const { endpoint, clientHash, keys } = subscription.parse(answer).data;
  const target = { endpoint, ...keys };

  expect(await pusher.send(target, JSON.stringify({ text: "Der Kessel ist frei 🫖" }))).toBe("sent");
  const { data } = z
    .object({ data: z.object({ messages: z.array(z.string()) }) })
    .parse(await post(`${url}/get-notifications`, { clientHash }));
  expect(data.messages).toEqual(['{"text":"Der Kessel ist frei 🫖"}']);

  await post(`${url}/expire-subscription/${clientHash}`, {});
  expect(await pusher.send(target, "x")).toBe("gone");
});

test("calls only configured push services and never uses an invalid key", async () => {
  const pusher = makeSender("https://push.example");
  const keys = { p256dh: "AAAA", auth: "AAAA" };
  expect(pusher.accepts("https://push.example/abc")).toBe(true);
  expect(pusher.accepts("http://push.example/abc")).toBe(false);
  expect(pusher.accepts("https://push.example.evil.org/abc")).toBe(false);
  expect(pusher.accepts("not an address")).toBe(false);
  expect(await pusher.send({ endpoint: "http://169.254.169.254/", ...keys }, "x")).toBe("gone");
  expect(await pusher.send({ endpoint: "https://push.example/abc", ...keys }, "x")).toBe("gone");
  const wide = webPushSender({
    egress: createEgress({ allowedOrigins: [], log: createLog("silent") }),
    secret,
    contact: "mailto:a@b.example",
    services: ["https://*.push.example"],
  });
  expect(wide.accepts("https://web.push.example/abc")).toBe(true);
  expect(wide.accepts("https://push.example/abc")).toBe(false);
  expect(wide.accepts("https://evilpush.example/abc")).toBe(false);
  expect(wide.publicKey).toBe(pusher.publicKey);
});

test("retries a push service that does not answer later", async () => {
  const url = await startPushService();
  const pusher = makeSender(url, ["http://127.0.0.1:1"]);
  const answer = await post(`${url}/subscribe`, {
    userVisibleOnly: "true",
    applicationServerKey: pusher.publicKey,
  });
  const { keys } = subscription.parse(answer).data;
  expect(await pusher.send({ endpoint: "http://127.0.0.1:1/abc", ...keys }, "x")).toBe("later");
});

function makeSender(url: string, others: string[] = []) {
  const services = [url, ...others];
  const egress = createEgress({ allowedOrigins: services, log: createLog("silent") });
  return webPushSender({ egress, secret, contact: "mailto:test@looby.example", services });
}

async function startPushService(): Promise<string> {
  const probe = createServer().listen(0, "localhost");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo; // it listens on a port
  probe.close();
  await once(probe, "close");
  const service = new PushService(new PushApiModel(), port);
  service.startServer();
  await once(service._server, "listening");
  return `http://localhost:${port}`;
}

async function post(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return text.startsWith("{") ? JSON.parse(text) : text;
}
