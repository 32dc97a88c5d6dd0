import { readFile } from "node:fs/promises";

/** A `WebAssembly.Module`. The server is type-checked without the DOM types that declare it. */
export type CompiledModule = object;

export interface PostgresModules {
  postgresModule: CompiledModule;
  initdbModule: CompiledModule;
}

let compiled: Promise<PostgresModules> | undefined;

/** Compiles Postgres once per process. All workers share the machine code and open faster. */
export function postgresModules(): Promise<PostgresModules> {
  compiled ??= compileModules();
  return compiled;
}

async function compileModules(): Promise<PostgresModules> {
  const [postgresModule, initdbModule] = await Promise.all([compile("pglite.wasm"), compile("initdb.wasm")]);
  return { postgresModule, initdbModule };
}

async function compile(file: string): Promise<CompiledModule> {
  const url = new URL(file, import.meta.resolve("@electric-sql/pglite"));
  return webAssembly.compile(await readFile(url));
}

const { WebAssembly: webAssembly } = globalThis as unknown as {
  // See CompiledModule.
  WebAssembly: { compile(bytes: Uint8Array): Promise<CompiledModule> };
};
