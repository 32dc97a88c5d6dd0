import type { Deps } from "#server/deps.ts";
import { photoLink } from "./signed-link.ts";

export interface PhotoView {
  path: string;
  url: string;
  thumbUrl: string;
}

/** A stored photo's path with new signed links. Use it only for people who may see the photo, because the links grant access. */
export function photoView(deps: Pick<Deps, "secret">, path: string): PhotoView {
  return {
    path,
    url: photoLink(deps.secret, path, "full"),
    thumbUrl: photoLink(deps.secret, path, "thumb"),
  };
}
