import type { ReactNode } from 'react'
import type { LoadProgress, LoadState } from '#/analytics/worker/load.ts'
import { isOwnSettled } from '#/features/overview/data/gap-words.ts'
import { isHere } from '#/features/overview/data/unread-days.ts'
import { useProgress, useLoading, useQuestion } from '#/features/overview/data/use-overview.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { momentAt } from '#/contract/day.ts'
import { counted, formatNumber, formatOffset, timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, LinkButton } from '#/ui/control/button.tsx'
import { Progress } from '#/ui/data/progress.tsx'
import { Icon } from '#/ui/icon.tsx'

/** How loading stands: how far it is, what is missing, or when all had come. Said here once, for all panels. */
export const LoadLine = () => {
  const { state } = useProgress()
  return (
    // No live region while it moves: a screen reader cannot follow a count that changes four times a second.
    <div
      aria-live={state?.is === 'loading' ? 'off' : 'polite'}
      className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 text-13 text-text-3 tabular-nums"
    >
      {state === null ? (
        <span className="animate-appear">{m.overview_loading()}</span>
      ) : state.is === 'loading' ? (
        <Loading state={state} />
      ) : (
        <Standing state={state} />
      )}
    </div>
  )
}

/** The days that are not all here: the period's, else the comparison's. */
const unfinished = ({ current, compared }: LoadState): { of: LoadProgress; isCompared: boolean } =>
  compared !== null && isHere(current)
    ? { of: compared, isCompared: true }
    : { of: current, isCompared: false }

const partOf = ({ loaded, total }: Pick<LoadProgress, 'loaded' | 'total'>) => ({
  shown: formatNumber(loaded),
  total: formatNumber(Math.max(total ?? 0, loaded)),
})

const Loading = ({ state }: { state: LoadState }) => {
  const { analytics } = useLoading('analytics')
  const { speed } = useProgress()
  const { of, isCompared } = unfinished(state)
  const label = isCompared ? m.overview_loading_compared() : m.overview_loading()
  const part = of.total === null ? undefined : m.overview_part(partOf(of))
  return (
    <>
      {label}
      <Progress label={label} value={of.loaded} max={of.total ?? 1} valueText={part} className="w-24" />
      {part}
      {speed !== null && speed >= 1 && (
        <span className="phone:hidden">{m.overview_speed({ shown: formatNumber(Math.round(speed)) })}</span>
      )}
      <Button onClick={() => analytics?.stop()}>{m.cancel()}</Button>
    </>
  )
}

const Standing = ({ state }: { state: LoadState }) => {
  const { analytics, failure } = useLoading('analytics', 'failure')
  const { current, clocks, is, shortfall } = state
  // Records that cannot be read and rows listed twice are no contacts that are missing: a note says them.
  const isAll = shortfall === null || isOwnSettled(state)
  const { of, isCompared } = unfinished(state)
  const goOn = <LinkButton onClick={() => analytics?.resume()}>{m.overview_go_on()}</LinkButton>
  if (is === 'stopped')
    return (
      <Partial action={goOn}>
        {isCompared ? m.overview_stopped_compared(partOf(of)) : m.overview_stopped(partOf(of))}
      </Partial>
    )
  if (is === 'failed')
    return (
      <Partial action={goOn}>
        {isCompared ? m.overview_partial_compared(partOf(of)) : m.overview_partial(partOf(of))}
        {'. '}
        {errorText(failure)}
      </Partial>
    )
  return (
    <>
      {isAll ? (
        // On a phone the count beside the title says it.
        <span className="phone:hidden">
          {m.overview_all_loaded(counted(shortfall?.loaded ?? current.loaded))}
        </span>
      ) : (
        <span className="text-warning">{m.overview_partial(partOf(shortfall))}</span>
      )}
      {clocks.length > 0 && (
        <>
          <span aria-hidden="true" className={isAll ? 'phone:hidden' : undefined}>
            ·
          </span>
          <Clocks clocks={clocks} />
        </>
      )}
      <Dot />
      <UpdatedAt />
      <Dot />
      <Refresh />
    </>
  )
}

/** By whose clock days and hours are: that of all objects, or each by its own. */
const Clocks = ({ clocks }: { clocks: readonly number[] }) => {
  const [first, last] = [Math.min(...clocks), Math.max(...clocks)].map(formatOffset)
  if (first === undefined || last === undefined) return null
  return first === last ? (
    <span title={m.times_own({ offset: first })}>{first}</span>
  ) : (
    <span>{m.times_own_each({ from: first, to: last.replace('UTC', '') || '0' })}</span>
  )
}

const Dot = () => <span aria-hidden="true">·</span>

const UpdatedAt = () => {
  const { loadedAt } = useLoading('loadedAt')
  const { offset } = useQuestion('offset')
  // By the clock that figures are until: the same time everywhere.
  return loadedAt !== null && m.updated({ time: timeOf(momentAt(loadedAt, offset).minute) })
}

const Refresh = () => {
  const { analytics } = useLoading('analytics')
  return <LinkButton onClick={() => analytics?.refresh()}>{m.overview_refresh()}</LinkButton>
}

const Partial = ({ action, children }: { action: ReactNode; children: ReactNode }) => (
  <span className="flex flex-wrap items-center gap-x-2 text-warning">
    <Icon name="partial" size={14} />
    <span>{children}</span>
    {action}
  </span>
)
