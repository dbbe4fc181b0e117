import { momentAt } from '#/contract/day.ts'
import type { SharedLink } from '#/contract/snapshots/snapshots.ts'
import { formatDay, formatDays } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

const dayOf = (instant: string) => formatDay(momentAt(Date.parse(instant), null).day)

/** "Sever Group, all objects, Nov 9 – 15, 2026" */
export const linkTitle = (
  { company_name, object_title, date_from, date_to }: SharedLink,
  withCompany: boolean,
): string =>
  [
    withCompany ? company_name : null,
    object_title ?? m.all_objects(),
    formatDays({ from: date_from, to: date_to }),
  ]
    .filter(Boolean)
    .join(', ')

/** "Anna, Nov 20, 2026; works until Dec 20, 2026" */
export const linkMade = ({ who, made, expires }: SharedLink): string =>
  who === null
    ? m.snapshot_made({ made: dayOf(made), until: dayOf(expires) })
    : m.snapshot_made_by({ who, made: dayOf(made), until: dayOf(expires) })
