import packageJson from "../../../../package.json" with { type: "json" };
import { getHealth, getSettings } from "#shared/features/settings/contract.ts";
import { countUnembedded } from "#server/features/search/embedding-repository.ts";
import { type Route, route } from "#server/http/route.ts";

export const settingsRoutes: Route[] = [
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
    }),
  ),
  route(getHealth, { who: "anyone" }, async ({ deps }) => {
    const { database, embedder, languageModel, storage } = deps;
    await database.pool.query("select 1");
    const writable = database.isWritable();
    return {
      status: writable ? ("ok" as const) : ("degraded" as const),
      version: packageJson.version,
      engines: {
        database: `${database.engine} ${database.version}`,
        vectors: database.hasVector,
        embeddings: embedder.id,
        languageModel: languageModel?.defaultModel ?? null,
        storage: storage.kind,
      },
      writable,
      toEmbed: database.hasVector ? await countUnembedded(database.kysely, embedder.id) : 0,
      lastBackup: database.lastBackup?.at.toISOString() ?? null,
    };
  }),
];
