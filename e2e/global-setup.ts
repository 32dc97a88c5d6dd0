import { TEMPLATE_VARIABLE } from "./fixtures/server.ts";
import { ensureTemplate } from "./fixtures/template.ts";

export default async function setUp(): Promise<void> {
  process.env[TEMPLATE_VARIABLE] = await ensureTemplate();
}
