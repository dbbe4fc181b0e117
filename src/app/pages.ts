import { REACH_FIELDS } from '#/analytics/reach-fields.ts'
import type { Session } from '#/contract/session.ts'
import type { HiddenFields } from '#/domain/client/hidden-fields.ts'
import type { PagePath } from '#/domain/navigation-context.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { IconName } from '#/ui/icon.tsx'

export interface AppPage {
  readonly to: Exclude<PagePath, '/overview/tools'>
  readonly icon: IconName
  readonly label: () => string
  /** Addresses of this entry. */
  readonly holds: RegExp
  /** Behind "More" on a phone. */
  readonly isFurther?: true
}

const OVERVIEW: AppPage = {
  to: '/overview',
  icon: 'overview',
  label: m.nav_overview,
  holds: /^\/overview(\/|$)/,
}
const CALL_BACK: AppPage = {
  to: '/call-back',
  icon: 'phone',
  label: m.nav_call_back,
  holds: /^\/call-back(\/|$)/,
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
const ALERTS: AppPage = {
  to: '/alerts',
  icon: 'bell',
  label: m.nav_alerts,
  holds: /^\/alerts(\/|$)/,
  isFurther: true,
}
const CLIENTS: AppPage = { to: '/clients', icon: 'clients', label: m.nav_clients, holds: /^\/clients(\/|$)/ }

export const CONSOLE_PAGE: AppPage = {
  to: '/console',
  icon: 'console',
  label: m.nav_console,
  holds: /^\/console(\/|$)/,
  isFurther: true,
}
/** In the settings, and in the navigation if there are problems. */
export const HEALTH_PAGE: AppPage = {
  to: '/health',
  icon: 'health',
  label: m.nav_health,
  holds: /^\/health(\/|$)/,
  isFurther: true,
}

export const SETTINGS_PAGE: AppPage = {
  to: '/settings',
  icon: 'settings',
  label: m.nav_settings,
  holds: /^\/(?:settings|console)(\/|$)/,
  isFurther: true,
}

/**
 * Available pages.
 * @param hidden without callers' numbers, statuses and dates there is no calling back
 */
export const pagesFor = (session: Session, hidden: HiddenFields): readonly AppPage[] => {
  const callBack = REACH_FIELDS.some((field) => hidden.has(field)) ? [] : [CALL_BACK]
  return session.user?.is_agency_manager
    ? // As many tabs as a phone has room for.
      [OVERVIEW, ...callBack, JOURNAL, { ...OBJECTS, isFurther: true }, ALERTS, CLIENTS]
    : [OVERVIEW, ...callBack, JOURNAL, OBJECTS, ALERTS]
}
