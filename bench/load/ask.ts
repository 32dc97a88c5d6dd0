import { Agent, type IncomingMessage, request } from "node:http";

const agent = new Agent({ keepAlive: true, maxSockets: 100 });

export interface Call {
  method?: "GET" | "POST";
  cookie?: string;
  body?: unknown;
  /** Uses a separate persistent connection instead of the pool. */
  isStream?: boolean;
  /** Accepts compression, as every browser does. The response's text is then only good for comparisons. */
  takesCompressed?: boolean;
}

export interface Answer {
  status: number;
  text: string;
  cookie: string | null;
}

/** Sends a request like the page. @throws Error when the connection breaks */
export async function open(
  url: string,
  { method = "GET", cookie, body, isStream, takesCompressed }: Call,
): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      agent: isStream === true ? false : agent,
      headers: {
        ...(cookie === undefined ? {} : { cookie }),
        ...(takesCompressed === true ? { "accept-encoding": "br, gzip" } : {}),
        ...(body === undefined
          ? {}
          : {
              "content-type": "application/json",
              origin: new URL(url).origin,
              "idempotency-key": crypto.randomUUID(),
            }),
      },
    });
    sent.on("response", resolve);
    sent.on("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Sends a request and reads the whole response. @throws Error when the connection breaks */
export async function ask(url: string, call: Call = {}): Promise<Answer> {
  const response = await open(url, call);
  let text = "";
  response.setEncoding("utf8");
  for await (const part of response) text += String(part);
  return { status: response.statusCode ?? 0, text, cookie: cookieOf(response) };
}

/** The session cookie set by a response, in the form the next call sends; null when it set none. */
export function cookieOf(response: IncomingMessage): string | null {
  const lines = response.headers["set-cookie"] ?? [];
  return lines.length === 0 ? null : lines.map((line) => line.split(";")[0]).join("; ");
}
