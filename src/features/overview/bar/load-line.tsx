import { TROUBLES } from '#/api/transport/connection.ts'
import { isApiError } from '#/api/error.ts'
import type { ReactNode } from 'react'
import type { DaysProgress, ReadingState } from '#/contract/figures/reading.ts'
import { failedDays, hasNothing, isHere, isOwnSettled, isSettled } from '#/domain/figures/unread-days.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { momentAt } from '#/contract/day.ts'
import { counted, formatNumber, timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Popover } from '#/ui/overlay/popover.tsx'
import { clockRange } from '#/domain/period/clock-range.ts'
import { clockMomentLabel } from '#/domain/period/clock-moment-labels.ts'
import { gapLabel, missingLabel, unreadComparedLabel, unreadLabel } from '#/domain/figures/gap-labels.ts'
import { Button, IconButton, LinkButton, linkClass } from '#/ui/control/button.tsx'
import { Progress } from '#/ui/data/progress.tsx'
import { Icon } from '#/ui/icon.tsx'

/** Loading progress, failures or time of the last update; shown once for all panels. */
export const LoadLine = () => {
  const { progress: state } = useOverview('progress')
  return (
    // Not a live region while counting: it changes four times a second.
    <div
      aria-live={state?.is === 'loading' ? 'off' : 'polite'}
      // On a phone a sentence has its own line.
      data-line={failedDays(state).length > 0 || undefined}
      className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 text-13 text-text-3 tabular-nums touch:min-h-10 phone:grow data-line:phone:basis-full"
    >
      {state === null ? (
        <span className="animate-appear">{m.overview_loading()}</span>
      ) : state.is === 'loading' && !isOnlyChecked(state) ? (
        <Loading state={state} />
      ) : (
        <DayCoverage state={state} />
      )}
    </div>
  )
}

/** Everything is cached and only checked for changes: nothing is missing meanwhile. */
const isOnlyChecked = ({ asOf, current, compared }: ReadingState): boolean =>
  asOf !== null && isHere(current) && (compared === null || isHere(compared))

const unfinished = ({ current, compared }: ReadingState): { of: DaysProgress; isCompared: boolean } =>
  compared !== null && isHere(current)
    ? { of: compared, isCompared: true }
    : { of: current, isCompared: false }

const partOf = ({ loaded, total }: Pick<DaysProgress, 'loaded' | 'total'>) => ({
  shown: formatNumber(loaded),
  total: formatNumber(Math.max(total ?? 0, loaded)),
})

const Loading = ({ state }: { state: ReadingState }) => {
  const { stop } = useOverview('stop')
  const { of, isCompared } = unfinished(state)
  const label = isCompared ? m.overview_loading_compared() : m.overview_loading()
  const part = of.total === null ? undefined : m.overview_part(partOf(of))
  return (
    <>
      {part === undefined || isCompared ? (
        // One line on a phone: a second line would shift the page.
        <span className="phone:max-w-[34vw] phone:truncate">{label}</span>
      ) : (
        <>
          <span className="max-[1439px]:hidden">{m.overview_newest_first(partOf(of))}</span>
          <span className="hidden max-[1439px]:inline">{part}</span>
        </>
      )}
      <Progress
        label={label}
        value={of.loaded}
        max={of.total ?? 1}
        valueText={part}
        className={classNames(
          'w-24 phone:sr-only',
          isCompared ? 'min-[1180px]:max-[1439px]:w-8' : 'min-[1180px]:max-[1439px]:w-16',
        )}
      />
      {isCompared && <span className="min-[1180px]:max-[1439px]:sr-only phone:sr-only">{part}</span>}
      <Button onClick={stop}>{m.cancel()}</Button>
    </>
  )
}

const DayCoverage = ({ state }: { state: ReadingState }) => {
  const { retry, failure } = useOverview('retry', 'failure')
  const { current, is, shortfall } = state
  // Unreadable records and duplicate rows aren't missing contacts; a note mentions them.
  const isAll = shortfall === null || isOwnSettled(state)
  const { of, isCompared } = unfinished(state)
  // Shown in place of the panels instead.
  if (is === 'failed' && (isApiError(failure, 'not-found') || hasNothing(state))) return null
  const goOn = <LinkButton onClick={retry}>{m.overview_go_on()}</LinkButton>
  if (is === 'stopped')
    return (
      <Partial action={goOn}>
        {isCompared ? m.overview_stopped_compared(partOf(of)) : m.overview_stopped(partOf(of))}
      </Partial>
    )
  if (failedDays(state).length > 0 || (is === 'loaded' && !isSettled(state))) return <Unread state={state} />
  if (is === 'failed')
    return (
      <Partial action={goOn}>
        {isCompared ? m.overview_partial_compared(partOf(of)) : m.overview_partial(partOf(of))}
        {!isApiError(failure, ...TROUBLES) && `. ${errorText(failure)}`}
      </Partial>
    )
  return (
    <>
      {isAll && (
        <span className="sr-only">{m.overview_all_loaded(counted(shortfall?.loaded ?? current.loaded))}</span>
      )}
      <Gaps state={state} />
      <UpdatedAt state={state} />
      <Refresh />
    </>
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

/** Time zone of days and hours: one for all objects, or each its own; null: no contacts. */
const zoneText = (clocks: readonly number[]): string | null => {
  const range = clockRange(clocks)
  return (
    range &&
    (range.isMixed ? m.times_several_each({ range: range.words }) : m.times_own({ offset: range.short }))
  )
}

const settledLabel = ({ unreadable, doubled }: NonNullable<ReadingState['shortfall']>): string =>
  unreadable + doubled === 0
    ? m.overview_gaps_callers()
    : m.overview_gaps_settled({ left: formatNumber(unreadable + doubled) })

/** Incomplete data: a short label in the bar with details on demand, so that nothing below shifts. */
const Gaps = ({ state }: { state: ReadingState }) => {
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
        : m.overview_partial(partOf(shortfall))
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

const UpdatedAt = ({ state: { asOf, oldest, clocks } }: { readonly state: ReadingState }) => {
  const { loadedAt, offset } = useOverview('loadedAt', 'offset')
  if (asOf !== null) {
    const time = clockMomentLabel(Date.parse(asOf), offset)
    const older =
      oldest !== null && oldest < asOf
        ? m.overview_as_of_older({ time: clockMomentLabel(Date.parse(oldest), offset) })
        : ''
    return (
      <Popover
        label={m.as_of({ time })}
        className="max-w-90 p-4 text-13 whitespace-normal text-text"
        align="end"
        renderTrigger={(trigger) => (
          <button
            type="button"
            {...trigger}
            className="inline-flex min-h-6 cursor-default items-center rounded-1 underline decoration-line-control decoration-dotted underline-offset-3 hover:text-text phone:min-h-10"
          >
            {m.as_of({ time })}
            <Icon name="info" size={14} className="ml-1.5" />
          </button>
        )}
      >
        {() => (
          <div className="grid gap-2">
            {[m.overview_as_of_kept(), older, zoneText(clocks)].filter(Boolean).map((words) => (
              <p key={words}>{words}</p>
            ))}
          </div>
        )}
      </Popover>
    )
  }
  if (loadedAt === null) return null
  const time = timeOf(momentAt(loadedAt, offset).minute)
  return <span>{m.updated({ time })}</span>
}

const Refresh = () => {
  const { refresh } = useOverview('refresh')
  return <IconButton icon="refresh" label={m.overview_refresh()} onClick={() => refresh()} />
}

const Partial = ({ action, children }: { action: ReactNode; children: ReactNode }) => (
  // A long sentence is truncated before the title is.
  <span className="flex min-w-0 items-center gap-x-2 text-warning min-[1180px]:max-w-[30vw] phone:grow phone:justify-between">
    <Icon name="partial" size={14} />
    <span className="min-w-0 min-[1180px]:line-clamp-2 min-[1180px]:leading-4">{children}</span>
    {action}
  </span>
)
