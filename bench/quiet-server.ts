import { type LoobyServer, startServer } from "../e2e/fixtures/server.ts";

/**
 * A server with the sample festival that has no work left by itself. The first start draws 300 pictures and embeds some
 * 1,800 texts, which is half a minute of a core and would be measured along: so the festival is loaded, the process stopped,
 * and another one started that draws nothing and finds no embedding service.
 * @param env more settings
 */
export async function startQuietServer(env: Record<string, string> = {}): Promise<LoobyServer> {
  const server = await startServer({
    EMBEDDINGS_BASE_URL: "http://127.0.0.1:9",
    EMBEDDINGS_MODEL: "none",
    ...env,
  });
  await server.stop();
  await server.start({ SAMPLE_DATA: "off" });
  return server;
}
