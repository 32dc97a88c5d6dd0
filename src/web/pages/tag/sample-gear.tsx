import { useState } from "react";
import { sampleGear } from "#web/features/nfc/sample-gear.ts";
import { ResourceView } from "#web/features/resources/view/resource-view.tsx";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { Tag } from "#web/ui/chip.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import styles from "../page.module.css";
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
