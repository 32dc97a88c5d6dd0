import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";

export interface Load {
  /** Answers by status. */
  statuses: Map<number, number>;
  perSecond: number;
  /** Milliseconds from asking to the last byte, ascending. */
  latencies: number[];
}

/**
 * Asks again and again on connections that stay open, and throws the bodies away. Not autocannon: it turns every body into
 * text, so at 500 compressed answers a second it measures itself.
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
      const [answer] = (await once(get(url, { agent, headers }), "response")) as [IncomingMessage]; // by the event
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
