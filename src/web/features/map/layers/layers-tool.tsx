import { Layers as LayersIcon } from "lucide-react";
import { useId, useState } from "react";
import { Switch } from "#web/ui/form/switch.tsx";
import { type LayerId, layerNames, useLayers } from "./layers.ts";
import { MapTool } from "../view/map-controls.tsx";
import styles from "./layers-tool.module.css";

/** Opens the list of map layers. */
export function LayersTool() {
  const [layers, switchLayer] = useLayers();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc closes the list from any focus inside
    <div
      className={styles.tool}
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
        {Object.entries(layerNames).map(([layer, label]) => {
          const layerId = layer as LayerId; // Object.entries loses the key type
          return (
            <Switch
              key={layer}
              label={label}
              isOn={layers[layerId]}
              onChange={(isOn) => switchLayer(layerId, isOn)}
            />
          );
        })}
      </div>
    </div>
  );
}
