import { Star } from "lucide-react";
import { Chip } from "#web/ui/chip.tsx";
import { queueMark } from "./queue-mark.ts";

interface FavouriteButtonProps {
  camp: { id: string; name: string };
  isFavourite: boolean;
}

export function FavouriteButton({ camp, isFavourite }: FavouriteButtonProps) {
  return (
    <Chip aria-pressed={isFavourite} onClick={() => void queueMark(camp, { isFavourite: !isFavourite })}>
      <Star aria-hidden size={18} strokeWidth={1.8} fill={isFavourite ? "currentColor" : "none"} />
      Favourite
    </Chip>
  );
}
