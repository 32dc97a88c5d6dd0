import type { Deps } from "#server/deps.ts";
import { photoLink } from "./signed-link.ts";

export interface PhotoView {
  path: string;
  url: string;
  thumbUrl: string;
}

/** A stored path with fresh links. Give it only to people who may see what shows the photo: the links are the permission. */
export function photoView(deps: Pick<Deps, "secret">, path: string): PhotoView {
  return {
    path,
    url: photoLink(deps.secret, path, "full"),
    thumbUrl: photoLink(deps.secret, path, "thumb"),
  };
}
