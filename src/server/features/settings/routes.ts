import packageJson from "../../../../package.json" with { type: "json" };
import { getHealth, getSettings, setUseRag } from "#shared/features/settings/contract.ts";
import { hasOperatorToken } from "#server/http/operator.ts";
import { OPERATORS_SERVER } from "#shared/features/outbound/contract.ts";
import { listServerChecks } from "#shared/features/settings/operator-contract.ts";
import { factsOf, serverChecks } from "./server-checks.ts";
import { HealthLook } from "./health-look.ts";
import { storeUseRag } from "./repository.ts";
import { type Route, route } from "#server/http/route.ts";

const HOUR_MS = 3_600_000;

/** Settings and health of the server. */
export function settingsRoutes(): Route[] {
  let look: HealthLook | null = null;
  return [
    route(
      getSettings,
      { who: "anyone" },
      async ({ deps: { config, database, embedder, languageModel, mailer } }) => ({
        productName: config.productName,
        communityNoun: config.communityNoun,
        links: config.links,
        demoMode: config.demoMode,
        model: languageModel?.defaultModel ?? null,
        vectors: !database.hasVector
          ? ("none" as const)
          : embedder.isUnitLength
            ? ("unit-length" as const)
            : ("any-length" as const),
        canMail: mailer !== null,
        publicAddress: config.publicUrl,
        backupRetentionHours:
          database.engine === "pglite" && config.backups !== null
            ? (config.backups.everyMs * config.backups.copies) / HOUR_MS
            : null,
      }),
    ),
    route(listServerChecks, { who: "operator" }, async ({ deps }) => ({
      checks: serverChecks(await factsOf(deps)),
    })),
    route(setUseRag, { who: "user" }, async ({ actor, body: { useRag }, db }) => {
      await storeUseRag(db, actor.userId, useRag);
      return { useRag };
    }),
    route(getHealth, { who: "anyone" }, async ({ deps, request }) => {
      const { clock, config, database, dataEpoch, embedder, languageModel, storage } = deps;
      look ??= new HealthLook(deps);
      const { isAnswering, lastAnswer, toEmbed } = await look.known();
      const writable = database.isWritable();
      // By the token alone: finding out who has the session would wait for the database.
      const isEverythingShown = hasOperatorToken(deps, request.headers.get("authorization"));
      const shown = (name: string) => (isEverythingShown ? name : OPERATORS_SERVER);
      return {
        status: writable && isAnswering ? ("ok" as const) : ("degraded" as const),
        version: packageJson.version,
        engines: {
          database: `${database.engine} ${database.version}`,
          vectors: database.hasVector,
          // The embedded model is a part of Looby, not the operator's choice.
          embeddings: config.embeddings === null ? embedder.id : shown(embedder.id),
          languageModel: languageModel === null ? null : shown(languageModel.defaultModel),
          storage: storage.kind,
        },
        database: { isAnswering, lastAnswer: lastAnswer?.toISOString() ?? null },
        writable,
        toEmbed,
        lastBackup: database.lastBackup?.at.toISOString() ?? null,
        now: new Date().toISOString(),
        clock: {
          isTrusted: clock.isTrusted,
          lastJump: clock.lastJump && { ...clock.lastJump, at: clock.lastJump.at.toISOString() },
        },
        data: { epoch: dataEpoch.id, setBackTo: dataEpoch.setBackTo?.toISOString() ?? null },
      };
    }),
  ];
}
