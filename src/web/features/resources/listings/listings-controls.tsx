import { LayoutGrid, List, SlidersHorizontal } from "lucide-react";
import { useId, useState } from "react";
import { MAX_LISTING_QUERY } from "#shared/features/resources/contract.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { SearchField } from "#web/ui/form/search-field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { ListingsChips } from "./listings-chips.tsx";
import { type ListingsChange, type ListingsView, pageSizes } from "./listings-view.ts";
import styles from "./listings.module.css";

interface ListingsControlsProps {
  view: ListingsView;
  hasCommunities: boolean;
  onChange: (change: ListingsChange) => void;
}

/** Search and filters in sight; the order, the page size and the layout behind one button. */
export function ListingsControls({ view, hasCommunities, onChange }: ListingsControlsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const choicesId = useId();
  return (
    <div className={styles.controls}>
      <div className={styles.search}>
        <SearchField
          label="Search the library"
          isLabelHidden
          placeholder="Search the library"
          maxLength={MAX_LISTING_QUERY}
          search={view.search}
          onSearch={(search) => onChange({ search })}
        />
        <Button aria-expanded={isOpen} aria-controls={choicesId} onClick={() => setIsOpen(!isOpen)}>
          <SlidersHorizontal aria-hidden size={20} strokeWidth={1.8} /> View
        </Button>
      </div>
      <div id={choicesId} className={styles.choices} role="group" aria-label="View" hidden={!isOpen}>
        <Choices view={view} onChange={onChange} />
      </div>
      <ListingsChips view={view} hasCommunities={hasCommunities} onChange={onChange} />
    </div>
  );
}

function Choices({ view, onChange }: Omit<ListingsControlsProps, "hasCommunities">) {
  const best = view.near !== null ? "Nearest" : view.search === "" ? null : "Best match";
  return (
    <>
      <Select
        label="Sort"
        value={view.sort ?? (best === null ? "newest" : "best")}
        options={[
          ...(best === null ? [] : [{ value: "best", label: best }]),
          { value: "newest", label: "Newest" },
          { value: "oldest", label: "Oldest" },
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ sort: value === "newest" || value === "oldest" ? value : null })
        }
      />
      <Select
        label="Per page"
        value={view.pageSize}
        options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
        onChange={(event) => {
          const pageSize = pageSizes.find((size) => String(size) === event.currentTarget.value);
          if (pageSize !== undefined) onChange({ pageSize });
        }}
      />
      <div className={styles.layouts} role="group" aria-label="Layout">
        <IconButton
          icon={LayoutGrid}
          label="Grid"
          aria-pressed={view.layout === "grid"}
          onClick={() => onChange({ layout: "grid" })}
        />
        <IconButton
          icon={List}
          label="List"
          aria-pressed={view.layout === "list"}
          onClick={() => onChange({ layout: "list" })}
        />
      </div>
    </>
  );
}
