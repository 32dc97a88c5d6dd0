import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { signUp } from "#shared/features/account/contract.ts";
import { createCommunity } from "#shared/features/communities/create-contract.ts";
import { addResource } from "#shared/features/resources/contract.ts";
import { messagesOf } from "#server/testing/children/messages.ts";
import { seededRandom } from "#server/testing/seeded-random.ts";
import { call } from "#web/lib/server/api-client.ts";
import { type Line, openLine, type Treatment } from "../e2e/fixtures/line.ts";
import { countOperations } from "./camp/deeds.ts";
import { startFakeEmbeddings } from "./camp/fake-embeddings.ts";
import { actAsPage } from "./camp/page-fetch.ts";
import { Killing } from "./camp/killing.ts";
import { startQuickServer } from "./camp/quick-server.ts";
import { countOnServer } from "./camp/tally.ts";
import { watch } from "./camp/watch.ts";
import type { PhoneOrder, PhoneReport } from "./children/phone.ts";
import { isNight, proofSeed, rounds } from "./scale.ts";
import { record, stopwatch } from "./scoreboard.ts";

// Users write all day while the network fails at every possible point and the server is killed repeatedly. In the end each deed is on the
// server exactly once.

const PEOPLE = 4;
/** Phones report dozens of operations at once, so a kill may be late, but it must come before they have finished. */
const SPARE_KILLS = 4;
/** Number of writes out of a hundred that suffer each mishap. */
const MISHAPS: readonly Treatment[] = [
  ...many(4, "cut-before"),
  ...many(4, "cut-request"),
  ...many(6, "lose-answer"),
  ...many(6, "cut-answer"),
];

test("loses no user action and stores none twice, whatever fails on the way", async () => {
  const seconds = stopwatch();
  const kills = rounds({ gate: 2, all: 30, nightly: 120 });
  const operations = rounds({ gate: 150, all: 5000, nightly: 20_000 });
  const run = await liveThrough({ operations, kills, isNaive: false });
  console.info(`${run.operations} operations, ${run.mishaps} mishaps, ${run.kills} kills`);
  if (run.lost.length + run.duplicated.length > 0)
    console.info({ lost: run.lost, duplicated: run.duplicated });
  expect(run.refused).toEqual([]);
  record({
    name: "operations sent through cuts",
    figure: run.operations,
    gate: { atLeast: operations },
    seconds: seconds(),
  });
  record({
    name: "server kills during writes and uploads",
    figure: run.kills,
    gate: { exactly: kills },
    seconds: 0,
  });
  record({ name: "cuts of the signal", figure: run.mishaps, gate: { atLeast: operations / 8 }, seconds: 0 });
  record({ name: "acknowledged operations lost", figure: run.lost.length, gate: { exactly: 0 }, seconds: 0 });
  record({
    name: "operations done twice",
    figure: run.duplicated.length,
    gate: { exactly: 0 },
    seconds: 0,
  });
});

test.runIf(isNight())("detects duplicates from a client that retries without idempotency keys", async () => {
  const seconds = stopwatch();
  const operations = rounds({ gate: 200, nightly: 2000 });
  const run = await liveThrough({ operations, kills: 1, isNaive: true });
  record({
    name: "operations a client without keys does twice",
    figure: run.duplicated.length,
    unit: `of ${run.operations}`,
    gate: { atLeast: operations / 40 },
    seconds: seconds(),
  });
});

interface Outcome {
  operations: number;
  kills: number;
  mishaps: number;
  refused: string[];
  lost: string[];
  duplicated: string[];
}

async function liveThrough(options: {
  operations: number;
  kills: number;
  isNaive: boolean;
}): Promise<Outcome> {
  await using embeddings = await startFakeEmbeddings();
  const server = await startQuickServer(embeddings.env);
  const line = await openLine(server.url);
  try {
    const camp = await foundCamp(server.url);
    const share = Math.ceil(options.operations / PEOPLE);
    const every = (share * PEOPLE) / (options.kills + SPARE_KILLS);
    const killing = new Killing(server, { kills: options.kills, every });
    const mishaps = breakSignal(line, () => !killing.isDown);
    const photo = await pictureOfSomething();
    const phones = Array.from({ length: PEOPLE }, (_, index) =>
      startPhone({
        origin: line.url,
        pseudonym: `Person ${index}`,
        camp,
        operations: share,
        seed: proofSeed() + index,
        photo,
        isNaive: options.isNaive,
      }),
    );
    const counts = phones.map(() => 0);
    const count = () => counts.reduce((sum, each) => sum + each, 0);
    using watched = watch(() => {
      const state = killing.isDown ? "down" : "up";
      return {
        count: count() + killing.done,
        words: `${count()} acknowledged (${counts.join(", ")}), ${killing.done} kills, the server is ${state}`,
      };
    });
    const living = phones.map((phone, index) =>
      readReports(phone, (acknowledged) => {
        counts[index] = acknowledged;
        killing.count(count());
      }),
    );
    const lives = await Promise.race([Promise.all(living), killing.failure, watched.stuck]);
    await server.stop();
    const { lost, duplicated } = await countOnServer(server.dataDir, lives);
    return {
      operations: lives.reduce((sum, { deeds }) => sum + countOperations(deeds), 0),
      kills: killing.done,
      mishaps: mishaps(),
      refused: lives.flatMap(({ refused }) => refused),
      lost,
      duplicated,
    };
  } finally {
    await line.close();
    await server.dispose();
  }
}

/** A user founds a community and offers a resource. */
async function foundCamp(url: string): Promise<PhoneOrder["camp"]> {
  using _page = actAsPage(url);
  const password = "a tent with 3 poles";
  await call(signUp, { body: { pseudonym: "Owner", password } });
  const { id: communityId } = await call(createCommunity, {
    body: {
      name: "Tinker Row",
      description: "Repairs.",
      location: "7:30 & E",
      latitude: 40.78,
      longitude: -119.2,
      adminUsername: "tinker",
      adminPassword: password,
    },
  });
  const body = {
    loobricateId: communityId,
    title: "Bicycle",
    description: "Green.",
    offeringType: "gear",
  } as const;
  const { id: resourceId } = await call(addResource, { body });
  return { communityId, resourceId };
}

/** Lets every fifth write fail in some way. @returns the number of failures while the server was up */
function breakSignal(line: Line, isServerUp: () => boolean): () => number {
  const random = seededRandom(proofSeed());
  let met = 0;
  line.treat = (request) => {
    if (request.startsWith("GET") || request.includes("/api/account/")) return "pass";
    const treatment = MISHAPS[Math.floor(random() * 100)] ?? "pass";
    if (treatment !== "pass" && isServerUp()) met += 1;
    return treatment;
  };
  return () => met;
}

function startPhone(order: PhoneOrder): ChildProcess {
  const program = join(import.meta.dirname, "children/phone.ts");
  const phone = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void phone.kill("SIGKILL")); // in case the test fails earlier
  return phone;
}

/** @returns the phone's deeds. @throws Error when the phone crashes */
async function readReports(phone: ChildProcess, onAcknowledged: (count: number) => void) {
  for await (const message of messagesOf<PhoneReport>(phone)) {
    if ("deeds" in message) return message;
    onAcknowledged(message.acknowledged);
  }
  throw new Error("The phone ended before it was done");
}

async function pictureOfSomething(): Promise<string> {
  const create = { width: 64, height: 48, channels: 3, background: "#c60" } as const;
  return (await sharp({ create }).png().toBuffer()).toString("base64");
}

function many(count: number, treatment: Treatment): Treatment[] {
  return Array.from({ length: count }, () => treatment);
}
