import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

export interface Ended {
  isGood: boolean;
  /** Duration. */
  seconds: number;
}

/** Runs a program to its end and shows its output as it arrives. @param env added to this process's environment */
export async function run(program: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const started = Date.now();
  const child = spawn(program, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  return { isGood: await endsWell(child), seconds: (Date.now() - started) / 1000 };
}

/** Runs a program and returns all its output at the end, for programs that run in parallel: their lines must not mix. */
export async function runBeside(program: string, args: string[]): Promise<Ended & { output: string }> {
  const started = Date.now();
  const child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  return { isGood: await endsWell(child), seconds: (Date.now() - started) / 1000, output };
}

/** Resolves when the process has ended and all its output is read. */
async function endsWell(child: ChildProcess): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  child.once("error", (error) => {
    console.error(String(error));
    resolve(false);
  });
  child.once("close", (code) => resolve(code === 0));
  return await promise;
}
