/** What the benchmark uses of Leaflet, which brings no types of its own. */
declare module "leaflet" {
  type Place = [latitude: number, longitude: number];
  interface Layer {
    addTo(map: LeafletMap): this;
    bindTooltip(text: string): this;
  }
  interface LeafletMap {
    fitBounds(bounds: unknown, options: object): void;
    getZoom(): number;
    setView(centre: Place, zoom: number, options: object): void;
  }
  const L: {
    latLngBounds(from: Place, to: Place): unknown;
    map(element: HTMLElement, options: object): LeafletMap;
    imageOverlay(url: string, bounds: unknown): Layer;
    circleMarker(place: Place, options: object): Layer;
  };
  export default L;
}
