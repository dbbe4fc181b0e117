import type { Session } from '#/contract/session.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { IconName } from '#/ui/icon.tsx'

interface Page {
  readonly to: '/calls' | '/objects' | '/clients'
  readonly icon: IconName
  readonly label: () => string
}

const JOURNAL: Page = { to: '/calls', icon: 'journal', label: m.nav_journal }
const OBJECTS: Page = { to: '/objects', icon: 'objects', label: m.nav_objects }
const CLIENTS: Page = { to: '/clients', icon: 'clients', label: m.nav_clients }

/** The main navigation: only pages that exist, and only those this account may open. */
export const pagesFor = (session: Session): readonly Page[] =>
  session.user?.is_agency_manager ? [JOURNAL, OBJECTS, CLIENTS] : [JOURNAL, OBJECTS]
