import * as z from "zod/mini";
import type { Context } from "hono";
import { type Endpoint, isWrite } from "#shared/http/endpoint.ts";
import { AppError } from "../app-error.ts";
import { assertSound } from "./request-guards.ts";
import { storable } from "#shared/storable-text.ts";
import { CLOCK_HEADER, readPhoneClock, toServerTime } from "#shared/outbox/phone-clock.ts";

export interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Parses params, query and body of a call with its endpoint's schemas.
 * @throws AppError `invalid-input` with the invalid fields, `bad-request`, `unsupported-media-type`
 */
export async function parseInput(endpoint: Endpoint, context: Context): Promise<Input> {
  return {
    params: parsePart(endpoint.params, context.req.param(), "path"),
    query: parsePart(endpoint.query, queryOf(context), "query"),
    body: parsePart(endpoint.body, await readBody(endpoint, context), "body", endpoint.hasOutsideText),
  };
}

function parsePart(
  schema: z.ZodMiniType | undefined,
  data: unknown,
  part: string,
  hasOutsideText = false,
): unknown {
  assertSound(data, hasOutsideText);
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(storable(data));
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.slice(0, 20).map((issue) => ({
    path: issue.path.map(String).join("."),
    message: issue.message,
  }));
  const first = fields[0];
  throw new AppError(
    "invalid-input",
    first === undefined ? `The ${part} is not as expected.` : sentence(first),
    { fields },
  );
}

function sentence(field: { path: string; message: string }): string {
  return field.path === "" || field.message.includes(" ") ? field.message : `${field.path}: ${field.message}`;
}

function queryOf(context: Context): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, values] of Object.entries(context.req.queries())) {
    if (values.length > 1) throw new AppError("invalid-input", `${name} is given more than once.`);
    query[name] = values[0] ?? "";
  }
  return query;
}

async function readBody(endpoint: Endpoint, context: Context): Promise<unknown> {
  if (!isWrite(endpoint)) return undefined;
  const type = (context.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (endpoint.encoding === "multipart") {
    if (type !== "multipart/form-data") throw unsupported("multipart/form-data");
    return await readForm(context);
  }
  const raw = await context.req.text();
  if (raw === "") return endpoint.body === undefined ? undefined : {};
  if (type !== "application/json") throw unsupported("application/json");
  try {
    return JSON.parse(raw) as unknown;
  } catch (cause) {
    throw new AppError("bad-request", "The body is not valid JSON.", { cause });
  }
}

async function readForm(context: Context): Promise<Record<string, unknown>> {
  try {
    const form = await context.req.formData();
    const body: Record<string, unknown> = {};
    for (const name of new Set(form.keys())) {
      const values = form.getAll(name);
      body[name] = values.length === 1 ? values[0] : values;
    }
    return body;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("bad-request", "The form could not be read.", { cause });
  }
}

function unsupported(expected: string): AppError {
  return new AppError("unsupported-media-type", `Send this as ${expected}.`);
}

/**
 * Converts a time written by the phone's clock to server time, if the request includes that clock's current time. Otherwise returns the
 * time unchanged. Undefined when no time is given.
 * @param written RFC 3339, by the phone's clock
 */
export function fromPhoneTime(headers: Headers, written: string | undefined): string | undefined {
  const clock = readPhoneClock(headers.get(CLOCK_HEADER));
  if (written === undefined || clock === null) return written;
  return new Date(toServerTime(Date.parse(written), clock, Date.now())).toISOString();
}
