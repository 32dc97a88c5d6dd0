import * as z from "zod/mini";
import { type Endpoint, isKeyed } from "#shared/http/endpoint.ts";
import { problemStatus } from "#shared/http/problem.ts";
import type { Route } from "./route.ts";

/** The contract as an OpenAPI 3.1 document, generated from the schemas that also validate. */
export function openApiDocument(routes: readonly Route[], productName: string, version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const { endpoint, policy } of routes) {
    const path = endpoint.path.replaceAll(/:([A-Za-z]+)/g, "{$1}");
    const operations = (paths[path] ??= {});
    operations[endpoint.method.toLowerCase()] = {
      operationId: endpoint.id,
      summary: endpoint.summary,
      parameters: [
        ...parametersOf(endpoint.params, "path"),
        ...parametersOf(endpoint.query, "query"),
        ...(isKeyed(endpoint) ? [idempotencyKey] : []),
      ],
      ...(endpoint.body === undefined
        ? {}
        : {
            requestBody: {
              content: { [bodyType(endpoint)]: { schema: jsonSchema(endpoint.body, "input") } },
            },
          }),
      responses: {
        200: {
          description: "Done.",
          content: { [answerType(endpoint)]: { schema: jsonSchema(endpoint.response, "output") } },
        },
        default: {
          description: "Not done.",
          content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
        },
      },
      ...(policy.who === "public" || policy.who === "anyone" ? {} : { security: [{ session: [] }] }),
    };
  }
  return {
    openapi: "3.1.0",
    info: { title: productName, version },
    paths,
    components: {
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: "session" } },
      schemas: {
        Problem: {
          type: "object",
          required: ["code", "error"],
          properties: {
            code: { enum: Object.keys(problemStatus) },
            error: { type: "string" },
            fields: { type: "array" },
            retryAfter: { type: "number" },
            current: {},
          },
        },
      },
    },
  };
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "A repeated call with the same key and body happens once.",
  schema: { type: "string", pattern: "^[A-Za-z0-9_.:-]{8,128}$" },
};

function bodyType(endpoint: Endpoint): string {
  return endpoint.encoding === "multipart" ? "multipart/form-data" : "application/json";
}

function answerType(endpoint: Endpoint): string {
  if (endpoint.answer === "event-stream") return "text/event-stream";
  return endpoint.answer === "file" ? "application/octet-stream" : "application/json";
}

function parametersOf(schema: z.ZodMiniType | undefined, place: "path" | "query"): object[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input");
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

function jsonSchema(schema: z.ZodMiniType, io: "input" | "output"): z.core.JSONSchema.BaseSchema {
  // Files and transforms have no JSON Schema and appear as "anything".
  return z.toJSONSchema(schema, { io, unrepresentable: "any" });
}
