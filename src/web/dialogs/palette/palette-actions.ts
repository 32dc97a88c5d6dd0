import {
  Bell,
  Brain,
  CircleHelp,
  HandHelping,
  Handshake,
  Keyboard,
  Library,
  LifeBuoy,
  type LucideIcon,
  Map,
  MessageSquare,
  Nfc,
  Plus,
  Settings2,
  Sparkles,
  UserRound,
  UsersRound,
} from "lucide-react";
import type { DialogSearch } from "../dialogs.tsx";

/** An action of the palette: opens a view or a dialog. */
export interface PaletteAction {
  title: string;
  icon: LucideIcon;
  /** Other words that users may type for it. */
  words: string;
  opens:
    | { to: "/" | "/add" | "/borrowing" | "/explore" | "/library" | "/me" | "/memories" | "/needs" | "/nfc" }
    | DialogSearch;
}

export const paletteActions: readonly PaletteAction[] = [
  { title: "Chat", icon: MessageSquare, words: "ask looby message", opens: { to: "/" } },
  { title: "Explore the map", icon: Map, words: "city camps places", opens: { to: "/explore" } },
  { title: "Library", icon: Library, words: "things gear venues talent borrow", opens: { to: "/library" } },
  { title: "You", icon: UserRound, words: "profile account sign in out", opens: { to: "/me" } },
  {
    title: "Get help now",
    icon: LifeBuoy,
    words: "medical emergency ranger danger",
    opens: { dialog: "help" },
  },
  {
    title: "Share something",
    icon: Plus,
    words: "add entry resource gear lend create camp",
    opens: { to: "/add" },
  },
  {
    title: "Ask for something",
    icon: HandHelping,
    words: "need wanted looking for post",
    opens: { dialog: "need" },
  },
  { title: "Scan a tag", icon: Nfc, words: "nfc qr code sticker", opens: { to: "/nfc" } },
  { title: "Borrowing", icon: Handshake, words: "loans requests lent return", opens: { to: "/borrowing" } },
  { title: "Your needs", icon: CircleHelp, words: "requests matches", opens: { to: "/needs" } },
  { title: "Memories", icon: Brain, words: "archive graph notes thoughts", opens: { to: "/memories" } },
  {
    title: "What’s on your mind?",
    icon: Sparkles,
    words: "daily thought unload quest",
    opens: { dialog: "thought" },
  },
  { title: "Companions", icon: UsersRound, words: "change companion", opens: { dialog: "companions" } },
  { title: "Notifications", icon: Bell, words: "messages inbox", opens: { dialog: "notifications" } },
  {
    title: "Settings",
    icon: Settings2,
    words: "theme noon night red language preferences device",
    opens: { dialog: "settings", "settings-tab": "general" },
  },
  { title: "Keyboard shortcuts", icon: Keyboard, words: "keys help", opens: { dialog: "keys" } },
];
