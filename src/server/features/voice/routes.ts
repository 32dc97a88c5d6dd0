import { getDeviceFilePart, transcribe } from "#shared/features/voice/contract.ts";
import { sendFilePart } from "./device-file.ts";
import { transcribeUpload } from "./service.ts";
import { type Route, route } from "#server/http/route.ts";

const MINUTE = 60_000;

export const voiceRoutes: Route[] = [
  route(
    transcribe,
    { who: "session", limits: [{ by: "session", max: 20, windowMs: MINUTE }] },
    ({ actor, body, deps, request }) => transcribeUpload(deps, actor, { body, request }),
  ),
  // The same bytes for everyone, directly from the packages.
  route(getDeviceFilePart, { who: "anyone" }, sendFilePart),
];
