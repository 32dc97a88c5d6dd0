import { Switch } from "#web/ui/form/switch.tsx";
import { type LayerId, layerNames, useLayers } from "./layers.ts";

/** A switch for each map layer. */
export function LayerList() {
  const [layers, switchLayer] = useLayers();
  return Object.entries(layerNames).map(([layer, label]) => {
    const layerId = layer as LayerId; // Object.entries loses the key type
    return (
      <Switch
        key={layer}
        label={label}
        isOn={layers[layerId]}
        onChange={(isOn) => switchLayer(layerId, isOn)}
      />
    );
  });
}
