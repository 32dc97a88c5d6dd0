import { useEffect, useState } from "react";

/** An address for a file of this device, as long as it is shown; null for none. */
export function useObjectUrl(file: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return;
    const opened = URL.createObjectURL(file);
    // oxlint-disable-next-line react/set-state-in-effect -- the address exists only from here on, outside React
    setUrl(opened);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(opened);
    };
  }, [file]);
  return url;
}
