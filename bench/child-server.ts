import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

export interface ChildServer {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Linux counts CPU time in hundredths of a second, whatever the kernel's own clock (USER_HZ). */
const TICK_MS = 10;

/**
 * Runs a TypeScript server in its own process and waits until it prints where it "is at".
 * @param file path from the working directory
 * @throws Error when it exits before that
 */
export async function startChildServer(
  file: string,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
): Promise<ChildServer> {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (text: Buffer) => {
      const address = / is at (http\S+)/.exec(text.toString())?.[1];
      if (address !== undefined) resolve(address);
    });
    child.on("exit", (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** CPU time in milliseconds that a process and all its threads have used; NaN where there is no /proc. */
export function processCpu(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  // Fields 14 and 15 of proc(5). The name before them may contain spaces and ends with the last bracket.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
