import type { ListedCallRead } from '#/contract/call.ts'
import { callerLabel } from '#/domain/contact-list/caller-labels.ts'
import { statusBadge } from '#/domain/cells/status-badge.ts'
import { formatDuration } from '#/i18n/duration.ts'
import { shownClock } from '#/domain/preferences/times.ts'
import { formatMoney } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { toneText } from '#/ui/data/status.tsx'
import type { CellContext, RowFacts, RowState } from './cell.ts'
import { FoundText } from './found-text.tsx'
import { RowContactLink } from './row-links.tsx'
import { dateLabel, otherOffset, shortDayName, sourceDetail } from '#/features/journal/contact-labels.ts'

/** Two lines on a phone; the whole row is the link. */
export const PhoneContact = ({
  call,
  facts,
  context,
  state,
}: {
  call: ListedCallRead
  facts: RowFacts
  context: CellContext
  state: Pick<RowState, 'isStop'>
}) => {
  const { word, icon, tone } = statusBadge(call.status, facts.statusName)
  const clock = shownClock(call.date)
  const price = call.customer_status?.price ?? null
  const time = [
    clock && facts.firstOfDay ? shortDayName(clock, context.now) : null,
    clock?.time ?? '–',
  ].filter(Boolean)
  const zone = clock && otherOffset(clock.offset, context.offsets)
  const worth =
    price !== null ? formatMoney(price) : call.duration === null ? null : formatDuration(call.duration)
  // In the journal of all objects, the object first.
  const where = [facts.objectTitle, call.source?.title, sourceDetail(call)]
    .filter(Boolean)
    .join(' · ')
    .slice(0, 200)
  return (
    <RowContactLink
      call={call}
      context={context}
      tabIndex={state.isStop ? 0 : -1}
      // Minus the border, to match the list's row height.
      className="flex h-[calc(var(--row)-1px)] gap-x-3 px-4 focus-visible:-outline-offset-2"
    >
      <Icon name={icon} className={classNames('mt-2.5', toneText[tone])} />
      <span className="grid min-w-0 grow grid-cols-[minmax(0,1fr)] content-center">
        <span className="flex items-baseline gap-2 text-13 text-text-3">
          <bdi className="max-w-3/5 shrink-0 truncate text-15 font-strong text-text tabular-nums">
            {callerLabel(call)?.slice(0, 200) ?? m.no_caller()}
          </bdi>
          {/* The number has priority. "Answered" is the common case, so its text is for screen readers only. */}
          <span
            className={classNames(
              'min-w-0 truncate',
              tone === 'answered' ? 'sr-only' : tone === 'missed' && 'text-missed',
            )}
          >
            {word}
          </span>
          <span className="ml-auto shrink-0 tabular-nums">
            <span className="sr-only">{dateLabel(call.date)}</span>
            <span aria-hidden="true">
              {facts.firstOfDay === null ? dateLabel(call.date) : time.join(' ')}
            </span>
          </span>
        </span>
        <span className="flex items-center gap-3 text-13 text-text-2">
          <bdi className="min-w-0 grow truncate">{where || m.no_source()}</bdi>
          <span className="flex shrink-0 items-center gap-1.5 text-text tabular-nums">
            {/* Below its time, leaving the first line to the status. */}
            {facts.firstOfDay !== null && zone && (
              <span aria-hidden="true" className="text-text-3">
                {zone}
              </span>
            )}
            {call.target && (
              <>
                <Icon name="target" size={14} className="text-target" />
                <span className="sr-only">{m.target()} </span>
              </>
            )}
            {worth}
          </span>
        </span>
        {context.marker && (
          <span className="truncate text-13 leading-5 text-text-2">
            <FoundText call={call} context={context} />
          </span>
        )}
      </span>
    </RowContactLink>
  )
}
