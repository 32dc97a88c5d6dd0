import { useState } from "react";
import { sampleGear } from "../features/nfc/sample-gear.ts";
import { ResourceView } from "../features/resources/resource-view.tsx";
import { usePublicSettings } from "../lib/public-settings.ts";
import { Tag } from "../ui/chip.tsx";
import { Dialog } from "../ui/dialog.tsx";
import styles from "./page.module.css";
import { Unlocked } from "./unlocked.tsx";

/** What a scan of no chip shows in demo mode: a thing that is nowhere, and says so. */
export function SampleGear({ onClose }: { onClose: () => void }) {
  const [isOpen, setIsOpen] = useState(true);
  const { communityNoun } = usePublicSettings();
  return (
    <Dialog isOpen={isOpen} title={sampleGear.title} onClose={() => setIsOpen(false)} onClosed={onClose}>
      <div className={styles.stack}>
        <div>
          <Tag>Sample</Tag>
        </div>
        <Unlocked communityNoun={communityNoun} name={sampleGear.communityName} communityId={null} />
        <ResourceView resource={sampleGear} place={null} vibe={null} />
      </div>
    </Dialog>
  );
}
