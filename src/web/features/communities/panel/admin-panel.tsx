import type { Community } from "#shared/features/communities/contract.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { StickyBar } from "#web/ui/overlay/sticky-bar.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import type { Camp } from "../camp-chooser.tsx";
import { DetailsForm } from "./details-form.tsx";
import type { Panel } from "./use-panel.ts";
import { ClashList } from "../clash-list.tsx";
import { PhotoInput } from "./photo-input.tsx";
import { PeoplePanel } from "./people-panel.tsx";
import { JoiningPanel } from "./joining-panel.tsx";
import { HistoryList } from "./history-list.tsx";
import styles from "./panel.module.css";

type PanelTab = "details" | "people" | "joining" | "history";

interface AdminPanelProps {
  panel: Panel;
  /** The current record: its people change without Save. */
  community: Community;
  userId: string;
  camps: readonly Camp[];
  tab: PanelTab;
  onTab: (tab: PanelTab) => void;
  shrink: (file: File) => Promise<File>;
}

/** All settings an admin can change. */
export function AdminPanel({ panel, community, userId, camps, tab, onTab, shrink }: AdminPanelProps) {
  const photo = (which: "profile" | "cover", url: string | null) => (
    <PhotoInput communityId={community.id} which={which} url={url} shrink={shrink} onChanged={panel.rebase} />
  );
  return (
    <form
      className={styles.panel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (panel.hasChanges) panel.save();
      }}
    >
      <Tabs
        label="Admin panel"
        value={tab}
        onChange={onTab}
        items={[
          {
            value: "details",
            label: "Details",
            content: (
              <div className={styles.panel}>
                {panel.clashes.length === 0 ? null : (
                  <ClashList clashes={panel.clashes} onChoose={panel.choose} />
                )}
                <div className={styles.photos}>
                  {photo("profile", community.profilePhoto)}
                  {photo("cover", community.coverPhoto)}
                </div>
                <DetailsForm panel={panel} camps={camps} />
              </div>
            ),
          },
          {
            value: "people",
            label: "People",
            content: <PeoplePanel community={community} userId={userId} />,
          },
          { value: "joining", label: "Joining", content: <JoiningPanel panel={panel} /> },
          { value: "history", label: "History", content: <HistoryList communityId={community.id} /> },
        ]}
      />
      <StickyBar>
        <FormMessage message={panel.problems.message} />
        <p className={styles.note} role="status">
          {panel.isWaiting && panel.problems.message === null
            ? "Your changes are saved on this device. Looby sends them when there is a signal."
            : null}
        </p>
        <div className={styles.footerButtons}>
          <Button
            variant="primary"
            type="submit"
            disabled={!panel.hasChanges || panel.isSaving || panel.clashes.length > 0}
          >
            {panel.isSaving ? "Saving..." : "Save"}
          </Button>
        </div>
      </StickyBar>
    </form>
  );
}
