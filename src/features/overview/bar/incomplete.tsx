import type { ReactNode } from 'react'
import { isApiError } from '#/api/error.ts'
import { TROUBLES } from '#/api/transport/connection.ts'
import type { ReadingState } from '#/contract/figures/reading.ts'
import { gapLabel, missingLabel, unreadComparedLabel, unreadLabel } from '#/domain/figures/gap-labels.ts'
import { failedDays, isOwnSettled } from '#/domain/figures/unread-days.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Button, LinkButton, linkClass } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Popover } from '#/ui/overlay/popover.tsx'
import { loadedPart, unfinished } from './reading-part.ts'

/* What the line of state says of incomplete days, which most have not. */

/** Days that were stopped, failed or could not be read, with a way to go on. */
export const Interrupted = ({ state }: { state: ReadingState }) => {
  const { retry, failure } = useOverview('retry', 'failure')
  const { of, isCompared } = unfinished(state)
  const goOn = <LinkButton onClick={retry}>{m.overview_go_on()}</LinkButton>
  if (state.is === 'stopped')
    return (
      <Partial action={goOn}>
        {isCompared ? m.overview_stopped_compared(loadedPart(of)) : m.overview_stopped(loadedPart(of))}
      </Partial>
    )
  if (state.is === 'loaded' || failedDays(state).length > 0) return <Unread state={state} />
  return (
    <Partial action={goOn}>
      {isCompared ? m.overview_partial_compared(loadedPart(of)) : m.overview_partial(loadedPart(of))}
      {!isApiError(failure, ...TROUBLES) && `. ${errorText(failure)}`}
    </Partial>
  )
}

/** Days that failed to load, with a retry button. */
const Unread = ({ state }: { state: ReadingState }) => {
  const { retry, failure } = useOverview('retry', 'failure')
  const { current, compared } = state
  const progressText =
    current.unread.length > 0 || compared === null ? unreadLabel(current) : unreadComparedLabel(compared)
  const why = failure !== null && !isApiError(failure, ...TROUBLES) ? errorText(failure) : null
  return (
    <Partial action={<Button onClick={retry}>{m.retry()}</Button>}>
      <span title={[missingLabel(state, true), why].filter(Boolean).join(' ')}>{progressText}</span>
    </Partial>
  )
}

const settledLabel = ({ unreadable, doubled }: NonNullable<ReadingState['shortfall']>): string =>
  unreadable + doubled === 0
    ? m.overview_gaps_callers()
    : m.overview_gaps_settled({ left: formatNumber(unreadable + doubled) })

/** Incomplete data: a short label in the bar with details on demand, so that nothing below shifts. */
export const Gaps = ({ state }: { state: ReadingState }) => {
  const { shortfall, comparedShortfall } = state
  const { objectTitle } = useOverview('objectTitle')
  const gaps = gapLabel(shortfall, objectTitle)
  const comparedGaps = gapLabel(comparedShortfall, objectTitle)
  const reasons = [gaps, comparedGaps && m.overview_compared_gaps({ reasons: comparedGaps })].filter(Boolean)
  if (reasons.length === 0) return null
  const label =
    shortfall === null
      ? m.overview_gaps_compared()
      : isOwnSettled(state)
        ? settledLabel(shortfall)
        : m.overview_partial(loadedPart(shortfall))
  return (
    <>
      <Popover
        label={m.overview_gaps_title()}
        className="max-w-90 p-4 text-13 whitespace-normal"
        align="end"
        renderTrigger={(trigger) => (
          <button
            type="button"
            {...trigger}
            className={classNames(
              linkClass,
              'inline-flex min-h-6 items-center gap-1.5 text-warning! phone:min-h-10 phone:px-2',
            )}
            title={label}
          >
            <Icon name="partial" size={14} />
            {/* A second line on a phone would shift the page. */}
            <span className="phone:sr-only">{label}</span>
          </button>
        )}
      >
        {() => reasons.map((reason) => <p key={reason}>{reason}</p>)}
      </Popover>
      <span className="sr-only">{reasons.join(' ')}</span>
      <span className="phone:hidden">
        <Dot />
      </span>
    </>
  )
}

const Dot = () => <span aria-hidden="true">·</span>

const Partial = ({ action, children }: { action: ReactNode; children: ReactNode }) => (
  // A long sentence is truncated before the title is.
  <span className="flex min-w-0 items-center gap-x-2 text-warning min-[1180px]:max-w-[30vw] phone:grow phone:justify-between">
    <Icon name="partial" size={14} />
    <span className="min-w-0 min-[1180px]:line-clamp-2 min-[1180px]:leading-4">{children}</span>
    {action}
  </span>
)
