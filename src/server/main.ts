import { serve } from "@hono/node-server";
import { existsSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import { allRoutes, chatWorldOf } from "./app.ts";
import { type Config, readConfig } from "#server/config/config.ts";
import { ownOrigin } from "#server/config/own-origin.ts";
import { openConfiguredDatabase } from "#server/config/configured-database.ts";
import type { Deps } from "./deps.ts";
import { EventHub } from "#server/events/event-hub.ts";
import { createAccounts, findOperators } from "#server/features/account/accounts.ts";
import { Chat } from "#server/features/chat/service.ts";
import { prepareCompanions } from "#server/features/companions/prepare-companions.ts";
import { createAskLooby } from "#server/features/telegram/ask-looby.ts";
import { TelegramTalk } from "#server/features/telegram/service.ts";
import { createCampPayloadCache } from "#server/features/map/camp-payload.ts";
import { CAMPS_CHANGED } from "#server/features/map/repository.ts";
import { ModelCatalogue } from "#server/features/models/catalogue.ts";
import { DOCUMENTS_CHANGED } from "#server/features/search/repository.ts";
import { clientAddress } from "#server/http/request/client-address.ts";
import { SeenRequests } from "#server/http/request/seen-requests.ts";
import { WaitingRoom } from "#server/http/limits/waiting-room.ts";
import { createApp } from "#server/http/create-app.ts";
import { securityHeaders } from "#server/http/response/security-headers.ts";
import { isWrongTag } from "#server/features/nfc/routes.ts";
import { loadStaticFiles } from "#server/http/response/static.ts";
import { answerUnreadableRequests } from "#server/http/request/unreadable-request.ts";
import { startJobs } from "./jobs.ts";
import { createLog, type Log } from "./log.ts";
import { reasonForOperator } from "./start-failure.ts";
import { ownedColumns } from "./owned-columns.ts";
import { outboundAddresses } from "#server/features/outbound/routes.ts";
import { createEgress, type Egress } from "#server/platform/egress.ts";
import { EmbeddedEmbedder } from "#server/platform/embeddings/embedded-embedder.ts";
import { openaiEmbedder } from "#server/platform/embeddings/openai-embedder.ts";
import { createGeocoder } from "#server/platform/geocoder/create-geocoder.ts";
import { openaiCompatibleModel } from "#server/platform/llm/openai-compatible.ts";
import { createMailer } from "#server/platform/mail/mailer.ts";
import { EmbeddedTranscriber } from "#server/platform/speech/embedded-transcriber.ts";
import { onlySpeech } from "#server/platform/speech/only-speech.ts";
import { openaiTranscriber } from "#server/platform/speech/openai-transcriber.ts";
import { webPushSender } from "#server/platform/push/web-push-sender.ts";
import { openDiskStorage } from "#server/platform/storage/disk-storage.ts";
import { mem0Over } from "#server/platform/mem0/mem0.ts";
import { omiOver } from "#server/platform/omi/omi.ts";
import { grammyBot } from "#server/platform/telegram/grammy-bot.ts";
import { createS3Storage } from "#server/platform/storage/s3-storage.ts";
import { readDataEpoch } from "#server/features/set-back/repository.ts";
import { ClockWatch } from "#server/features/settings/clock-watch.ts";
import { replaceSurveys } from "#server/features/surveys/repository.ts";
import { loadSampleFestival } from "#server/sample/load.ts";
import { storeSampleVectors } from "#server/sample/vectors.ts";
import { loadSecret } from "#server/config/secret.ts";

const STOP_MS = 10_000;
const SAME_SIGNAL_MS = 500;
const PAGE = join(import.meta.dirname, "../../dist");

let dataDir: string | undefined;
try {
  const config = readConfig(process.env);
  dataDir = config.dataDir;
  await start(config);
} catch (error) {
  const reason = reasonForOperator(error, dataDir);
  if (reason === null) throw error;
  process.stderr.write(`Looby cannot start: ${reason}\n`);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  const secret = await loadSecret(config);
  const database = await openConfiguredDatabase(config, log);
  const clock = await ClockWatch.start(database, log);
  const dataEpoch = await readDataEpoch(database.kysely);
  const accounts = createAccounts({ database, config, secret, log, ownedColumns });
  const operators = await findOperators(database.kysely, config.operators, log);
  const deps = await createDeps(config, { log, secret, database, clock, dataEpoch, accounts, operators });
  const camps = createCampPayloadCache(database.kysely);
  const forgetCamps = () => camps.forget();
  await database.listen(CAMPS_CHANGED, forgetCamps, forgetCamps);
  if (config.sampleData && (await loadSampleFestival(deps))) await storeSampleVectors(deps);
  if (config.surveys !== null) await replaceSurveys(database.kysely, config.surveys);
  await prepareCompanions(deps);
  const models = new ModelCatalogue(deps.languageModel, log);
  const chat = await Chat.open(chatWorldOf(deps, models));
  const events = await EventHub.open(deps);
  const talk =
    deps.telegram === null ? null : new TelegramTalk(deps, deps.telegram, createAskLooby(deps, chat));
  const jobs = startJobs(deps, models, talk);
  const page = existsSync(PAGE)
    ? await loadStaticFiles(PAGE, config.productName, (path) => isWrongTag(database.kysely, path))
    : null;
  const app = createApp(deps, allRoutes({ camps, chat, events, models, talk }), page);
  const server = serve({ fetch: app.fetch, port: config.port, hostname: config.host }, ({ port }) => {
    const address = config.publicUrl ?? ownOrigin({ host: config.host, port });
    process.stdout.write(`${config.productName} is at ${address}\n`);
  }) as Server; // serve creates an http/1 server unless it is given a createServer
  server.headersTimeout = 10_000;
  // Longer than the 60 s of common load balancers: with Node's 5 s, a request may arrive on a connection that is just being closed.
  server.keepAliveTimeout = 65_000;
  answerUnreadableRequests(
    server,
    securityHeaders({ inline: { style: null, script: null }, hsts: config.hsts }),
  );
  server.on("error", (error) => {
    process.stderr.write(`Looby cannot listen on ${config.host}:${config.port}: ${error.message}\n`);
    process.exit(1);
  });
  stopOnSignal(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    deps.waitingRoom.close();
    clock[Symbol.dispose]();
    await Promise.all([jobs.stop(), chat.close(), events.close()]);
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, STOP_MS / 2).unref())]);
    await Promise.all([deps.embedder.close(), deps.transcriber.close()]);
    await database.close();
  }, log);
}

/** Creates the real services that the configuration selects. */
async function createDeps(
  config: Config,
  base: Pick<Deps, "log" | "secret" | "database" | "clock" | "dataEpoch" | "accounts" | "operators">,
): Promise<Deps> {
  const { log, database } = base;
  const egress = createEgress({ allowedOrigins: Object.values(outboundAddresses(config)).flat(), log });
  return {
    ...base,
    config,
    sessions: base.accounts.sessions,
    storage:
      config.s3 === null
        ? await openDiskStorage(join(config.dataDir, "photos"))
        : createS3Storage(config.s3, egress),
    embedder: createEmbedder(config, egress, log),
    transcriber:
      config.speech === null
        ? new EmbeddedTranscriber({ log })
        : onlySpeech(openaiTranscriber(egress, config.speech), log),
    languageModel: config.languageModel === null ? null : openaiCompatibleModel(egress, config.languageModel),
    geocoder: createGeocoder(egress, config.geocoder),
    omi: config.omi === null ? null : omiOver(egress, config.omi),
    mem0: config.mem0 === null ? null : mem0Over(egress, config.mem0),
    telegram: config.telegram === null ? null : grammyBot(egress, config.telegram, log),
    mailer: config.mail === null ? null : createMailer({ ...config.mail, log }),
    pusher:
      config.pushServices.length === 0
        ? null
        : webPushSender({
            egress,
            secret: base.secret,
            previousSecrets: config.previousSecrets,
            contact: config.publicUrl?.startsWith("https:") ? config.publicUrl : "mailto:nobody@localhost",
            services: config.pushServices,
          }),
    waitingRoom: new WaitingRoom(),
    seen: new SeenRequests(),
    wakeEmbedding() {
      database.pool
        .query("select pg_notify($1, '')", [DOCUMENTS_CHANGED])
        .catch((error: unknown) =>
          log.warn({ err: error }, "the embedding job was not woken; it looks by itself soon"),
        );
    },
    addressOf: (context) => clientAddress(context, config.trustProxy),
  };
}

function createEmbedder(config: Config, egress: Egress, log: Log) {
  return config.embeddings === null
    ? new EmbeddedEmbedder({ log })
    : openaiEmbedder(egress, config.embeddings);
}

/**
 * SIGINT and SIGTERM stop gracefully, within ten seconds; a second signal stops at once. Ctrl+C arrives twice: from the terminal,
 * and forwarded by the parent process.
 */
function stopOnSignal(stop: () => Promise<void>, log: Log): void {
  let firstAt: number | null = null;
  const handle = () => {
    if (firstAt !== null) {
      if (performance.now() - firstAt > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    firstAt = performance.now();
    setTimeout(() => process.exit(1), STOP_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "the stop failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", handle);
  process.on("SIGTERM", handle);
}
