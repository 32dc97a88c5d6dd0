import { type ReactNode, useState } from "react";
import { readThumb } from "#web/offline/copy/local-copy.ts";
import { useObjectUrl } from "./use-object-url.ts";

interface PhotoProps {
  url: string;
  /** Path of the photo on the server, which is also the key of this device's small copy, if any. */
  path?: string | undefined;
  className: string | undefined;
  alt?: string;
  loading?: "lazy";
  /** Shown when the photo does not load and this device has no copy. */
  fallback?: ReactNode;
}

/** A photo by its link, or this device's small copy when the link does not load, for example offline. */
export function Photo({ url, path, alt = "", fallback = null, ...img }: PhotoProps) {
  const [lost, setLost] = useState<{ url: string; copy: Blob | null } | null>(null);
  const isLost = lost?.url === url;
  const copyUrl = useObjectUrl(isLost ? lost.copy : null);
  const src = isLost ? copyUrl : url;

  async function findCopy(): Promise<void> {
    setLost({ url, copy: null });
    if (path === undefined) return;
    setLost({ url, copy: await readThumb(path) });
  }
  if (src === null) return fallback;
  return (
    <img
      {...img}
      src={src}
      alt={alt}
      draggable={false}
      // A browser without storage has no copy.
      onError={isLost ? undefined : () => void findCopy().catch(() => undefined)}
    />
  );
}
