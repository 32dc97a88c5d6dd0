import { useEffect, useState } from "react";

/** An object URL for a file of this device while it is shown; null for none. */
export function useObjectUrl(file: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return;
    const opened = URL.createObjectURL(file);
    // oxlint-disable-next-line react/set-state-in-effect -- the URL is created here, outside React
    setUrl(opened);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(opened);
    };
  }, [file]);
  return url;
}
