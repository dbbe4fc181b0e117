import { Link } from '@tanstack/react-router'
import type { Shortfall } from '#/api/pages.ts'
import { counted, formatDays } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { buttonClass } from '#/ui/control/button.tsx'
import type { ContactsReading } from '#/domain/figures/use-contacts.ts'
import type { Check, Problem } from './check.ts'

const MOST_NAMED = 3

/** Unreadable and duplicate records (G26). */
export const useRecords = ({ state, days, isComplete, failure, goOn }: ContactsReading): Check => {
  const titles = new Map(state?.objectTitles)
  const shortfall = state?.shortfall ?? null
  const problems =
    state === null || shortfall === null
      ? []
      : (['unreadable', 'doubled'] as const).flatMap((of) => problemOf(shortfall, of, titles) ?? [])
  return {
    title: m.health_records(),
    source: 'contacts',
    checked: isComplete
      ? m.health_records_looked({
          days: formatDays(days),
          ...counted((state?.current.loaded ?? 0) + (shortfall?.unreadable ?? 0)),
        })
      : null,
    is: isComplete || problems.length > 0 ? 'done' : failure ? 'failed' : 'checking',
    problems,
    found: problems.length,
    error: failure,
    retry: goOn,
  }
}

const WORDS = {
  unreadable: {
    title: m.health_unreadable,
    what: m.health_unreadable_detail,
    tone: 'warning',
    icon: 'alert',
  },
  doubled: { title: m.health_doubled, what: m.health_doubled_detail, tone: 'neutral', icon: 'copy' },
} as const

const problemOf = (
  shortfall: Shortfall,
  of: 'unreadable' | 'doubled',
  titles: ReadonlyMap<string, string>,
): Problem | null => {
  if (shortfall[of] === 0) return null
  const { title, what, tone, icon } = WORDS[of]
  const objects = shortfall.faulty.filter((one) => one[of] > 0)
  const names = objects.flatMap(({ oid }) => (oid === null ? [] : (titles.get(oid) ?? oid)))
  return {
    id: of,
    tone,
    icon,
    title: title(counted(shortfall[of])),
    detail: [
      what(),
      names.length === 0 || names.length > MOST_NAMED
        ? null
        : m.health_records_of({ objects: names.join(', ') }),
    ]
      .filter(Boolean)
      .join(' '),
    advice: m.health_records_advice(),
    action: (
      <Link to="/console" search={{ view: 'drift' }} className={buttonClass()}>
        {m.health_open_drift()}
      </Link>
    ),
  }
}
