import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

export interface FakePooler extends AsyncDisposable {
  url: string;
  /** The statements received so far. */
  statements: string[];
}

/**
 * Speaks as pgbouncer does and has no Postgres: it refuses startup parameters that pgbouncer refuses, and answers any simple
 * statement with success.
 * @param mode in `transaction` mode no notification arrives
 */
export async function startFakePooler(mode: "session" | "transaction"): Promise<FakePooler> {
  const statements: string[] = [];
  const listeners = new Set<Socket>();
  const server = createServer((socket) => {
    let isStarted = false;
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      if (!isStarted) {
        isStarted = true;
        const refused = /statement_timeout|idle_in_transaction_session_timeout/.exec(
          bytes.toString("latin1"),
        );
        if (refused === null) return void socket.write(Buffer.concat([message("R", Buffer.alloc(4)), READY]));
        return void socket.end(refusal(`unsupported startup parameter: ${refused[0]}`));
      }
      if (bytes.toString("latin1", 0, 1) !== "Q") return void socket.end();
      const statement = bytes.toString("utf8", 5, bytes.readUInt32BE(1));
      statements.push(statement);
      if (statement.startsWith("listen")) listeners.add(socket);
      const channel = /^notify "(.+)"/.exec(statement)?.[1];
      socket.write(Buffer.concat([message("C", text("SET")), READY]));
      if (channel === undefined || mode === "transaction") return;
      for (const listener of listeners)
        listener.write(message("A", Buffer.concat([Buffer.alloc(4), text(channel), text("")])));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // null only for a closed server
  return {
    url: `postgres://looby@127.0.0.1:${port}/looby`,
    statements,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, "close");
    },
  };
}

function refusal(sentence: string): Buffer {
  return message("E", Buffer.concat([text("SFATAL"), text("C08P01"), text(`M${sentence}`), Buffer.alloc(1)]));
}

const text = (value: string): Buffer => Buffer.from(`${value}\0`);

/** A message of Postgres' protocol: its type, its length and its content. */
function message(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

const READY = message("Z", Buffer.from("I"));
