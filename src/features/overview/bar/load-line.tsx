import { isApiError } from '#/api/error.ts'
import type { ReadingState } from '#/contract/figures/reading.ts'
import { failedDays, hasNothing, isHere, isOwnSettled, isSettled } from '#/domain/figures/unread-days.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { momentAt } from '#/contract/day.ts'
import { counted, timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Popover } from '#/ui/overlay/popover.tsx'
import { clockRange } from '#/domain/period/clock-range.ts'
import { clockMomentLabel } from '#/domain/period/clock-moment-labels.ts'
import { Button, IconButton } from '#/ui/control/button.tsx'
import { Progress } from '#/ui/data/progress.tsx'
import { Icon } from '#/ui/icon.tsx'
import { useIdleCode } from '#/ui/use-idle-code.ts'
import { loadedPart, unfinished } from './reading-part.ts'

/** Loaded also where nothing is missing: without a network it would be too late. */
const fetchIncomplete = () => import('./incomplete.tsx')

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

const Loading = ({ state }: { state: ReadingState }) => {
  const { stop } = useOverview('stop')
  const { of, isCompared } = unfinished(state)
  const label = isCompared ? m.overview_loading_compared() : m.overview_loading()
  const part = of.total === null ? undefined : m.overview_part(loadedPart(of))
  return (
    <>
      {part === undefined || isCompared ? (
        // One line on a phone: a second line would shift the page.
        <span className="phone:max-w-[34vw] phone:truncate">{label}</span>
      ) : (
        <>
          <span className="max-[1439px]:hidden">{m.overview_newest_first(loadedPart(of))}</span>
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
  const { failure } = useOverview('failure')
  const incomplete = useIdleCode(fetchIncomplete)
  const { current, is, shortfall } = state
  // Unreadable records and duplicate rows aren't missing contacts; a note mentions them.
  const isAll = shortfall === null || isOwnSettled(state)
  const isUnsettled = failedDays(state).length > 0 || (is === 'loaded' && !isSettled(state))
  // Shown in place of the panels instead.
  if (is === 'failed' && (isApiError(failure, 'not-found') || hasNothing(state))) return null
  if (is === 'stopped' || is === 'failed' || isUnsettled)
    return incomplete && <incomplete.Interrupted state={state} />
  return (
    <>
      {isAll && (
        <span className="sr-only">{m.overview_all_loaded(counted(shortfall?.loaded ?? current.loaded))}</span>
      )}
      {incomplete && <incomplete.Gaps state={state} />}
      <UpdatedAt state={state} />
      <Refresh />
    </>
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
