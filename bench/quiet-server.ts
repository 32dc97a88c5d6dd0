import { type LoobyServer, startServer } from "../e2e/fixtures/server.ts";

/**
 * A server with the sample festival and no background work left. A first start draws 300 pictures and embeds about 1,800 texts, which takes
 * half a minute of a core and would distort the measurement. So the festival is loaded, the process is stopped, and a new one is started
 * that draws nothing and has no reachable embedding service.
 * @param env additional settings
 */
export async function startQuietServer(env: Record<string, string> = {}): Promise<LoobyServer> {
  const quiet = { EMBEDDINGS_BASE_URL: "http://127.0.0.1:9", EMBEDDINGS_MODEL: "none" };
  const server = await startServer({ ...quiet, ...env });
  await server.stop();
  await server.start({ SAMPLE_DATA: "off" });
  return server;
}
