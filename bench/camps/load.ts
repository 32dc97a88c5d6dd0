import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";

export interface Load {
  /** Number of responses by status. */
  statuses: Map<number, number>;
  perSecond: number;
  /** Milliseconds from request to last byte, ascending. */
  latencies: number[];
}

/**
 * Sends requests repeatedly over kept-alive connections and discards the bodies. Autocannon is not used because it decodes every body to
 * text: at 500 compressed responses a second it would measure itself.
 * @throws Error when a connection breaks
 */
export async function load(
  url: string,
  options: { connections: number; seconds: number; headers: Record<string, string> },
): Promise<Load> {
  const { connections, seconds, headers } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses = new Map<number, number>();
  const latencies: number[] = [];
  const start = performance.now();
  const ask = async () => {
    for (let now = start; now < start + seconds * 1000; now = performance.now()) {
      const [answer] = (await once(get(url, { agent, headers }), "response")) as [IncomingMessage]; // the value of the event
      await once(answer.resume(), "end");
      latencies.push(performance.now() - now);
      const status = answer.statusCode ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
  const perSecond = latencies.length / ((performance.now() - start) / 1000);
  agent.destroy();
  return { statuses, perSecond, latencies: latencies.toSorted((a, b) => a - b) };
}
