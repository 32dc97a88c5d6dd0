import { useSelector } from "@tanstack/react-store";
import { reachability } from "./reachability.ts";

/** Whether the server answered the last call. */
export function useServerReachable(): boolean {
  return useSelector(reachability, ({ status }) => status === "reachable");
}
