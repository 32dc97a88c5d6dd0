import { readFile } from "node:fs/promises";

/**
 * A `WebAssembly.Module`: the server is checked without the DOM's types, which are where that one is
 * declared.
 */
export type CompiledModule = object;

export interface PostgresModules {
  postgresModule: CompiledModule;
  initdbModule: CompiledModule;
}

let compiled: Promise<PostgresModules> | undefined;

/**
 * Compiles Postgres once per process; every worker then shares the machine code and opens the sooner for it.
 */
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
