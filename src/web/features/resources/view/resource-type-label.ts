import type { ResourceType } from "#shared/features/resources/contract.ts";

const labels: Record<ResourceType, string> = { venue: "Place", gear: "Gear", talent: "Skill" };

export function resourceTypeLabel(type: ResourceType): string {
  return labels[type];
}

export const typeOptions: readonly { value: ResourceType; label: string }[] = [
  { value: "venue", label: labels.venue },
  { value: "gear", label: labels.gear },
  { value: "talent", label: labels.talent },
];
