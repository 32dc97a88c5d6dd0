import { Agent, type IncomingMessage, request } from "node:http";

const agent = new Agent({ keepAlive: true, maxSockets: 100 });

export interface Call {
  method?: "GET" | "POST";
  cookie?: string;
  body?: unknown;
  /** Kept open: not from the shared connections. */
  isStream?: boolean;
  /** What every browser takes; the answer's text is then of use only to be compared. */
  takesCompressed?: boolean;
}

export interface Answer {
  status: number;
  text: string;
  cookie: string | null;
}

/** Sends a request as a page does. @throws Error when the connection breaks */
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

/** The whole answer. @throws Error when the connection breaks */
export async function ask(url: string, call: Call = {}): Promise<Answer> {
  const response = await open(url, call);
  let text = "";
  response.setEncoding("utf8");
  for await (const part of response) text += String(part);
  return { status: response.statusCode ?? 0, text, cookie: cookieOf(response) };
}

/** The session an answer opened, as the next call sends it; null when it opened none. */
export function cookieOf(response: IncomingMessage): string | null {
  const lines = response.headers["set-cookie"] ?? [];
  return lines.length === 0 ? null : lines.map((line) => line.split(";")[0]).join("; ");
}
