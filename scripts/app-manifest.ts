import type { ManifestOptions } from "vite-plugin-pwa";

const NIGHT = "#0F0B16";
const icons = [{ src: "/icon-192.png", sizes: "192x192", type: "image/png" }];

/** The files of the build that the service worker caches. */
export const offlineFiles = {
  globPatterns: ["**/*.{js,css,html,woff2,svg,png,webmanifest}"],
  globIgnores: ["**/service-worker.js"],
};

/** The web app manifest of an installed Looby. The server inserts its product name. */
export const appManifest: Partial<ManifestOptions> = {
  id: "/",
  name: "Looby",
  short_name: "Looby",
  description: "A companion, a shared library and a map for festival communities.",
  lang: "en",
  start_url: "/",
  scope: "/",
  display: "standalone",
  background_color: NIGHT,
  theme_color: NIGHT,
  categories: ["social", "travel", "utilities"],
  icons: [
    { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
    ...icons,
    { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
  shortcuts: [
    { name: "Ask", url: "/", icons },
    { name: "Map", url: "/explore", icons },
    { name: "Voice", description: "Speak a message", url: "/?speak=1", icons },
    { name: "Add", description: "Add to the library", url: "/add", icons },
    { name: "Memories", url: "/memories", icons },
  ],
  screenshots: [
    {
      src: "/screenshots/chat.jpg",
      sizes: "390x844",
      type: "image/jpeg",
      form_factor: "narrow",
      label: "Asking",
    },
    {
      src: "/screenshots/explore.jpg",
      sizes: "1100x844",
      type: "image/jpeg",
      form_factor: "wide",
      label: "The map",
    },
  ],
  // Handled by the service worker, which stores the shared content until the user decides what it becomes.
  share_target: {
    action: "/share",
    method: "POST",
    enctype: "multipart/form-data",
    params: {
      title: "title",
      text: "text",
      url: "url",
      files: [{ name: "photos", accept: ["image/*"] }],
    },
  },
};
