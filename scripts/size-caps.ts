// The price of growth: caps that `npm run size` and the gate check. Raise one only with the reason as a comment on its line; lower it after
// removing code. A new room gets a line with the reason for it. A cap is the production lines of 2026-11-28 and 3 %, up to the next 10.

/** The most production lines of each room: side and feature, or an area beside `src`. */
export const roomCaps: Readonly<Record<string, number>> = {
  bench: 8_650,
  scripts: 5_430, // the addresses of a camp box, a doctor, trying a language model with ten questions, this price of growth, the cache of prepared test data, processor time of each step, the plan of the page's chunks and contracts without schemas
  server: 840, // the two clocks of a machine, what requests showed
  "server/account": 1_820,
  "server/chat": 3_600, // what models may not read, and what they were given, earlier turns cut to small windows, citations by number, chips under a model's answer
  "server/communities": 2_510, // removals and ended links, which outdate older invitations
  "server/companions": 610,
  "server/config": 640,
  "server/daily": 640,
  "server/db": 3_030, // a watched start with advice, backups under a wrong clock, newer data and poolers that are refused
  "server/events": 520,
  "server/explore": 220,
  "server/festival": 50,
  "server/http": 2_270, // a page that leads to the right address
  "server/leaving": 470,
  "server/lending": 1_080,
  "server/map": 820, // camps that left with their marks
  "server/mem0": 500,
  "server/memories": 1_930, // memories kept from language models, equal notes as one
  "server/models": 630, // the models that the provider lists
  "server/needs": 590,
  "server/nfc": 140,
  "server/notifications": 490,
  "server/omi": 1_320,
  "server/outbound": 60, // which hosts only operators read
  "server/photos": 620, // copying them between storages, from scripts/copy-database.ts
  "server/places": 240,
  "server/platform": 4_430, // streams, refusals and calls of 56 families of models
  "server/profile": 140,
  "server/resources": 1_050,
  "server/sample": 790,
  "server/search": 2_400,
  "server/set-back": 70,
  "server/settings": 500, // the library switch, for Telegram; the clock watch of the health report, the window of the language model
  "server/surveys": 80,
  "server/telegram": 1_580,
  "server/transfer": 810,
  "server/vibe": 90,
  "server/voice": 400,
  shared: 680, // JSON in a text, for calls and descriptions
  "shared/account": 530,
  "shared/chat": 3_260, // when a note was written; the marks and written calls of sixteen families of models
  "shared/communities": 850,
  "shared/companions": 250,
  "shared/daily": 130,
  "shared/events": 50,
  "shared/explore": 70,
  "shared/http": 310,
  "shared/leaving": 60,
  "shared/lending": 650,
  "shared/map": 4_410,
  "shared/mem0": 40,
  "shared/memories": 1_560,
  "shared/models": 50,
  "shared/needs": 150,
  "shared/nfc": 150,
  "shared/notifications": 130,
  "shared/omi": 310,
  "shared/outbound": 40,
  "shared/outbox": 570, // uploads that are cut, keys of changed writes
  "shared/photos": 140,
  "shared/places": 70,
  "shared/profile": 60,
  "shared/resources": 480, // waiting edits and deletions, laid over what the server answered
  "shared/search": 730,
  "shared/set-back": 170,
  "shared/settings": 110, // the switch that Telegram follows, the clock in the health report
  "shared/surveys": 40,
  "shared/talk": 7_910, // refusals and second thoughts, the newest of similar notes, pages of the guide, calls as models write them
  "shared/telegram": 70,
  "shared/transfer": 120, // formulas within a cell
  "shared/vibe": 160,
  "shared/voice": 190,
  "web/account": 1_040, // where passkeys work
  "web/app": 700, // the way to the safe address, a view that is still loading lets the user leave
  web: 260, // pages that browsers translate
  "web/background": 480, // things deleted on another device, a sign-out or another account in another tab, and offline answers without a worker
  "web/chat": 6_380, // answers copied as words, conversations opened at a found message, messages taken before the store is loaded or left unsent, deleted conversations, and offline answers without a worker, one failed message
  "web/communities": 2_700,
  "web/companions": 590,
  "web/daily": 430,
  "web/device": 420,
  "web/dialogs": 2_880, // conversations opened at a found message
  "web/explore": 280, // marks of camps that left the map
  "web/leaving": 150,
  "web/lending": 1_280,
  "web/lib": 2_080, // answers asked for by the HTML, other builds of the page, copying without https, the public address, answers of a proxy or filter on the way, pages that browsers translate
  "web/map": 4_240,
  "web/mem0": 80,
  "web/memories": 3_350,
  "web/needs": 460,
  "web/nfc": 790,
  "web/notifications": 440,
  "web/offline": 4_740, // when notes were written, messages left unsent by a page, and deletions of what is gone already, the library switch, photos of drafts, keys of changed writes, bodies of queued calls
  "web/omi": 550,
  "web/pages": 3_690, // the operator's checks
  "web/photos": 740, // photos of drafts, smaller copies
  "web/profile": 120,
  "web/resources": 2_590, // the hooks that lay them over every list, the map and the sheet
  "web/settings": 330, // a choice that the menu no longer offers
  "web/surveys": 90,
  "web/telegram": 120,
  "web/transfer": 250,
  "web/ui": 1_800, // a question that loads itself
  "web/vibe": 530,
  "web/voice": 2_980,
};

/** The most production lines of all rooms in `src` together: a limit to raising one cap after the other. */
export const srcCap = 108_700; // other families of models, copied answers, found messages; with the data 1,758 lines more

/**
 * The most files that a browser fetches on a first visit to each view, on a metered line, where the page loads nothing for later:
 * e2e/first-paint.e2e.ts.
 */
export const firstVisitFiles: Readonly<Record<string, number>> = {
  "/": 9,
  "/explore": 15,
  "/library": 12,
  "/me": 12,
};
