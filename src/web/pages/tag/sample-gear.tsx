import { useState } from "react";
import { sampleGear } from "#web/features/nfc/sample-gear.ts";
import { ResourceView } from "#web/features/resources/view/resource-view.tsx";
import { Tag } from "#web/ui/chip.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import styles from "../page.module.css";
import { Unlocked } from "./unlocked.tsx";

/** A sample item for demo mode, shown when a scan finds no chip. It is marked as a sample. */
export function SampleGear({ onClose }: { onClose: () => void }) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Dialog isOpen={isOpen} title={sampleGear.title} onClose={() => setIsOpen(false)} onClosed={onClose}>
      <div className={styles.stack}>
        <div>
          <Tag>Sample</Tag>
        </div>
        <Unlocked name={sampleGear.communityName} communityId={null} />
        <ResourceView resource={sampleGear} place={null} vibe={null} />
      </div>
    </Dialog>
  );
}
