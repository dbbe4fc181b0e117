import type { Session } from '#/contract/session.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { IconName } from '#/ui/icon.tsx'

export interface AppPage {
  readonly to: '/overview' | '/calls' | '/objects' | '/clients' | '/console' | '/settings'
  readonly icon: IconName
  readonly label: () => string
  /** The addresses this page's entry stands for. */
  readonly holds: RegExp
}

const OVERVIEW: AppPage = {
  to: '/overview',
  icon: 'overview',
  label: m.nav_overview,
  holds: /^\/overview(\/|$)/,
}
const JOURNAL: AppPage = {
  to: '/calls',
  icon: 'journal',
  label: m.nav_journal,
  holds: /^\/(calls|objects\/[^/]+\/calls)(\/|$)/,
}
const OBJECTS: AppPage = {
  to: '/objects',
  icon: 'objects',
  label: m.nav_objects,
  holds: /^\/objects(\/[^/]+)?\/?$/,
}
const CLIENTS: AppPage = { to: '/clients', icon: 'clients', label: m.nav_clients, holds: /^\/clients(\/|$)/ }

const CONSOLE: AppPage = { to: '/console', icon: 'console', label: m.nav_console, holds: /^\/console(\/|$)/ }

/** At the rail's foot; a phone has it in the account's menu. */
export const SETTINGS_PAGE: AppPage = {
  to: '/settings',
  icon: 'settings',
  label: m.nav_settings,
  holds: /^\/settings(\/|$)/,
}

/** The main navigation: only pages that exist, and only those this account may open. */
export const pagesFor = (session: Session): readonly AppPage[] =>
  session.user?.is_agency_manager
    ? [OVERVIEW, JOURNAL, OBJECTS, CLIENTS, CONSOLE]
    : [OVERVIEW, JOURNAL, OBJECTS, CONSOLE]
