import { Layers as LayersIcon } from "lucide-react";
import { useId, useState } from "react";
import { MapTool } from "../view/map-controls.tsx";
import { LayerList } from "./layer-list.tsx";
import styles from "./layers-tool.module.css";

/** Opens the list of map layers. */
export function LayersTool() {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc closes the list from any focus inside
    <div
      onKeyDown={(event) => {
        if (event.key === "Escape" && isOpen) setIsOpen(false);
      }}
    >
      <MapTool
        icon={LayersIcon}
        label="Layers"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      />
      <div id={id} className={styles.list} role="group" aria-label="Map layers" hidden={!isOpen}>
        {isOpen ? <LayerList /> : null}
      </div>
    </div>
  );
}
