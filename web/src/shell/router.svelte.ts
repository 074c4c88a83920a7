/** The router: which page an address shows. */
import type { Component } from "svelte";
import { match, type Params } from "./match";
import type { Key } from "../texts/fr";

export interface PageProps {
  params: Params;
  query: URLSearchParams;
}

interface Route {
  path: string;
  title: Key;
  load: () => Promise<{ default: Component<PageProps> }>;
}

/** Every page, loaded at its first visit. */
export const ROUTES: Route[] = [
  { path: "/", title: "title_collection", load: () => import("../pages/Collection.svelte") },
  { path: "/g/:game", title: "title_game", load: () => import("../pages/Game.svelte") },
  { path: "/t/:table", title: "title_table", load: () => import("../pages/Table.svelte") },
  { path: "/j/:code", title: "title_table", load: () => import("../pages/Join.svelte") },
  { path: "/lobby", title: "title_lobby", load: () => import("../pages/Lobby.svelte") },
  { path: "/learn/:game", title: "title_learn", load: () => import("../pages/Learn.svelte") },
  { path: "/learn/:game/rules", title: "title_rules", load: () => import("../pages/Rules.svelte") },
  { path: "/learn/:game/:exercise", title: "title_learn", load: () => import("../pages/Lesson.svelte") },
  { path: "/puzzles", title: "title_puzzles", load: () => import("../pages/Puzzles.svelte") },
  { path: "/puzzles/:game", title: "title_puzzles", load: () => import("../pages/Puzzle.svelte") },
  { path: "/puzzles/:game/:puzzle", title: "title_puzzles", load: () => import("../pages/Puzzle.svelte") },
  { path: "/replay/:table", title: "title_replay", load: () => import("../pages/Replay.svelte") },
  { path: "/analysis", title: "title_analysis", load: () => import("../pages/Analysis.svelte") },
  { path: "/studies", title: "title_studies", load: () => import("../pages/Studies.svelte") },
  { path: "/studies/:study", title: "title_studies", load: () => import("../pages/Study.svelte") },
  { path: "/me", title: "nav_me", load: () => import("../pages/Me.svelte") },
  { path: "/players/:name", title: "title_player", load: () => import("../pages/Player.svelte") },
  { path: "/archive", title: "nav_archive", load: () => import("../pages/Archive.svelte") },
  { path: "/leaderboards/:game", title: "title_leaderboard", load: () => import("../pages/Leaderboard.svelte") },
  { path: "/settings", title: "nav_settings", load: () => import("../pages/Settings.svelte") },
  { path: "/verify-dice", title: "title_verify", load: () => import("../pages/VerifyDice.svelte") },
  { path: "/about", title: "nav_about", load: () => import("../pages/About.svelte") },
  { path: "/print/:game", title: "title_print", load: () => import("../pages/Print.svelte") },
];

const place = $state({ path: location.pathname, search: location.search, first: true });

/** The current address. */
export const here = {
  get path(): string {
    return place.path;
  },
  get query(): URLSearchParams {
    return new URLSearchParams(place.search);
  },
  /** Whether this is the page that the browser was opened with. */
  get isFirst(): boolean {
    return place.first;
  },
};

export function routeOf(path: string): { route: Route; params: Params } | null {
  for (const route of ROUTES) {
    const params = match(route.path, path);
    if (params) return { route, params };
  }
  return null;
}

/** Go to a page; `replace` adds no entry to the history. */
export function go(to: string, replace = false): void {
  const url = new URL(to, location.href);
  history[replace ? "replaceState" : "pushState"](null, "", url);
  const samePage = url.pathname === place.path;
  place.first &&= samePage;
  place.path = url.pathname;
  place.search = url.search;
  if (!samePage && !url.hash) window.scrollTo(0, 0);
}

/** Route clicks on links and the browser's history; called once, by App. */
export function followLinks(): () => void {
  const popped = (): void => {
    place.first = false;
    place.path = location.pathname;
    place.search = location.search;
  };
  const clicked = (event: MouseEvent): void => {
    const link = (event.target as Element | null)?.closest("a");
    if (!link || !isPlainClick(event) || !isRouted(link)) return;
    event.preventDefault();
    go(link.href);
  };
  window.addEventListener("popstate", popped);
  document.addEventListener("click", clicked);
  return () => {
    window.removeEventListener("popstate", popped);
    document.removeEventListener("click", clicked);
  };
}

/** A click that the browser would not open elsewhere. */
const isPlainClick = (event: MouseEvent): boolean =>
  !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** A link to another page of this router; not a download, nor a place on the same page. */
function isRouted(link: HTMLAnchorElement): boolean {
  if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return false;
  const isSamePage = link.pathname === location.pathname && link.search === location.search;
  return routeOf(link.pathname) !== null && !(link.hash && isSamePage);
}
