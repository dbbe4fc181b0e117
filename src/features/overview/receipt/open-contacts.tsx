import { Link } from '@tanstack/react-router'
import { rawFilters } from '#/analytics/aliases.ts'
import type { Filter } from '#/contract/figures/questions.ts'
import { isOfArchive } from '#/contract/archive/filters.ts'
import type { JournalSearch } from '#/domain/contact-list/search.ts'
import type { Overview } from '#/features/overview/data/use-overview.ts'
import { DEFAULT_PERIOD } from '#/domain/period/period-choice.ts'
import { metricName } from '#/domain/figures/figure-labels.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, buttonClass, LinkButton, linkClass } from '#/ui/control/button.tsx'
import { journalPlace, type JournalPlace } from './rows-behind.ts'

/** Whether contacts after the period are loaded. */
const comparesLater = ({ days, comparedDays }: Overview['question']) =>
  comparedDays !== null && comparedDays.last > days.last

/**
 * The journal's address for exactly these contacts, by API filters or from the archive; null: none.
 * @param only additional archive filters
 */
export const contactsPlace = (
  overview: Overview,
  filters: readonly Filter[],
  only: JournalSearch | undefined,
): JournalPlace | null => {
  const { question, search, report, state } = overview
  // The service includes undated contacts in the period, our figures don't.
  const isUndated = (report?.leftOut.undated ?? 0) > 0
  const isCut = filters.some(({ by }) => by === 'day')
  if (state?.is !== 'loaded' || (isUndated && isCut)) return null
  const oid = search.object ?? null
  const found = journalPlace(question.days, oid, rawFilters(filters, question.countAs ?? []), {
    isArchived: true,
  })
  const ofService =
    only === undefined && state.shortfall === null && state.current.unread.length === 0
      ? journalPlace(question.days, oid, filters, { isArchived: false })
      : null
  // Later contacts and current deal states must come from the same data as the report.
  const isSame = only === undefined || (!isCut && found?.oid === oid && !comparesLater(question))
  const listed = found && { ...found, search: { ...found.search, ...only } }
  const place =
    ofService ??
    // Incomplete data: only the archive's own count agrees with the figure.
    (listed !== null && isSame && isOfArchive(listed.search) ? listed : null)
  if (place === null || isCut || search.date_from !== undefined) return place
  // Relative periods stay relative.
  return { ...place, search: { ...place.search, preset: search.period ?? DEFAULT_PERIOD } }
}

export const OpenContacts = ({
  place,
  onList,
  of,
}: {
  place: JournalPlace | null
  onList: () => void
  of?: string
}) => {
  const text = of === undefined ? m.overview_open_contacts() : metricName('contacts')
  const label = of === undefined ? undefined : `${text}: ${of}`
  if (place === null)
    return of === undefined ? (
      <Button variant="primary" onClick={onList}>
        {text}
      </Button>
    ) : (
      <LinkButton aria-label={label} onClick={onList}>
        {text}
      </LinkButton>
    )
  const buttonProps = {
    className: of === undefined ? buttonClass({ variant: 'primary' }) : linkClass,
    'aria-label': label,
  }
  return place.oid === null ? (
    <Link to="/calls" search={place.search} {...buttonProps}>
      {text}
    </Link>
  ) : (
    <Link to="/objects/$oid/calls" params={{ oid: place.oid }} search={place.search} {...buttonProps}>
      {text}
    </Link>
  )
}
