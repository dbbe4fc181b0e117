import { useMemo, useState, type ReactNode } from 'react'
import { CALL_BACK_DAYS } from '#/analytics/evaluation/findings.ts'
import { utcMinute } from '#/analytics/evaluation/call-back-order.ts'
import { mayMiss } from '#/analytics/days.ts'
import { dayNumber, type DayRange } from '#/contract/day.ts'
import type { UnreturnedCall } from '#/contract/figures/answers.ts'
import { failedDays, isSoFar } from '#/domain/figures/unread-days.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { useHidden } from '#/features/overview/data/use-hidden.ts'
import { useLater } from '#/features/overview/data/use-later.ts'
import { useOverview, useReport, useTable } from '#/features/overview/data/use-overview.ts'
import { useShownWaiting } from '#/features/overview/data/use-waiting-callers.ts'
import type { Exportable } from '#/features/overview/export/panel-file.ts'
import { ExportMenu } from '#/features/overview/export/export-menu.tsx'
import { FigureButton } from '#/features/overview/receipt/figure-button.tsx'
import { counted, formatNumber, formatShortDay } from '#/i18n/format.ts'
import type { PanelModule } from '#/features/overview/panels/panel.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Section } from '#/ui/data/section.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { callersOf } from './waiting-callers.ts'
import { Callers } from './callers.tsx'

const FIRST_SHOWN = { desk: 5, phone: 3 }
export const useFirstShown = () => FIRST_SHOWN[useIsPhone() ? 'phone' : 'desk']
/** Height of five full rows, so that content below doesn't shift. */
const bodyClass = 'mt-1 min-[1180px]:min-h-80 min-[1600px]:min-h-76'

/** Who waits now; null: who was not reached by the end of a past period. */
export type WaitingChoice = {
  readonly callers: readonly UnreturnedCall[]
  readonly unnumbered: number
} | null

const CALLERS_FILE: Exportable<WaitingChoice> = {
  name: 'not-through',
  isDrawn: false,
  usual: null,
  file: () => import('./file.ts').then(({ unreturnedCallsFile }) => unreturnedCallsFile),
}

/**
 * Today's periods show who waits, as the page "Missed callers" does, as far as period and filters match. Past ones
 * show who was not reached by their end.
 */
const MissedCallers = () => {
  const { days, today } = useOverview('days', 'today')
  if (useHidden().metric('not_through'))
    return (
      <Region note="–">
        <p className="py-2 text-13 text-text-2">{m.missed_callers_hidden()}</p>
      </Region>
    )
  return days.to < today ? <NotReached /> : <WaitingNow />
}

const WaitingNow = () => {
  const { figures } = useReport('figures')
  const { waiting, query, state, failure, goOn, isUnread, isUnknown, days, hasFilters, isCut } =
    useShownWaiting()
  const isPart = isSoFar(query.state ?? state) || isUnread
  // Newest first until the sources' rates are known.
  const callers = useMemo(
    () => (isPart ? waiting?.toSorted((a, b) => utcMinute(b) - utcMinute(a)) : waiting),
    [waiting, isPart],
  )
  if (callers === undefined) {
    const error = query.error ?? (goOn && failure)
    if (error !== null)
      return (
        <Region>
          <LoadError
            error={error}
            level={3}
            className=""
            onRetry={() => {
              goOn?.()
              void query.refetch()
            }}
          />
        </Region>
      )
    return isUnread ? (
      <Region>
        <p className="py-2 text-13 text-text-2">{m.missed_callers_unread()}</p>
      </Region>
    ) : (
      <Waiting />
    )
  }
  const count = counted(callers.length)
  const unnumbered = query.data?.unnumbered ?? 0
  return (
    <Listed
      callers={callers}
      count={callers.length}
      days={days}
      choice={{ callers, unnumbered }}
      isPart={isPart}
      isUnknown={isUnknown}
      unnumbered={unnumbered}
      // Until the answer to other filters is here, the number would be of the former ones.
      note={
        query.isPlaceholderData
          ? undefined
          : hasFilters
            ? m.missed_callers_match(count)
            : isCut
              ? m.missed_callers_in_period(count)
              : m.missed_callers_waiting(count)
      }
      nobody={
        figures?.calls === 0
          ? m.missed_callers_no_calls()
          : hasFilters || isCut
            ? m.missed_callers_nobody_matches()
            : m.today_nobody_why({ days: formatNumber(CALL_BACK_DAYS) })
      }
    />
  )
}

const NotReached = () => {
  const { figures, unreturnedCalls, leftOut, unread } = useReport(
    'figures',
    'unreturnedCalls',
    'leftOut',
    'unread',
  )
  const source = useTable('source')
  const { state, days } = useOverview('state', 'days')
  const isPart = isSoFar(state)
  const isComing = isPart && failedDays(state).length === 0
  // Newest first until the sources' rates are known. Calls before an unread day are excluded: what followed is
  // unknown.
  const callers = useMemo(
    () =>
      unreturnedCalls &&
      source &&
      (isComing
        ? unreturnedCalls.filter(
            ({ day }) => !mayMiss(unread.current, { first: dayNumber(day), last: Infinity }),
          )
        : isPart
          ? unreturnedCalls
          : callersOf({ unreturnedCalls, tables: { source } })),
    [unreturnedCalls, source, isPart, isComing, unread],
  )
  if (figures === undefined || leftOut === undefined || callers === undefined) return <Waiting />
  if (isComing && callers.length === 0) return <Waiting />
  return (
    <Listed
      callers={callers}
      count={figures.not_through ?? 0}
      days={days}
      choice={null}
      isPart={isPart}
      // Without a number a later contact can't be matched.
      isUnknown={figures.not_through === null}
      unnumbered={leftOut.unnumbered}
      note={
        <>
          <FigureButton metric="not_through" figures={figures} />{' '}
          {m.missed_callers_past({ day: formatShortDay(days.to) })}
        </>
      }
      nobody={figures.calls === 0 ? m.missed_callers_no_calls() : m.missed_callers_nobody()}
    />
  )
}

/** Callers, most promising first. @param count may be more than are listed */
const Listed = ({
  callers,
  count,
  days,
  choice,
  isPart,
  isUnknown,
  unnumbered,
  note,
  nobody,
}: {
  callers: readonly UnreturnedCall[]
  count: number
  days: DayRange
  choice: WaitingChoice
  isPart: boolean
  isUnknown: boolean
  unnumbered: number
  note: ReactNode
  nobody: string
}) => {
  const later = useLater()
  const without = unnumbered > 0 && (
    <p className="pt-2 text-12 text-text-3">{m.missed_callers_unnumbered(counted(unnumbered))}</p>
  )
  return (
    <Region
      note={isPart ? m.overview_so_far() : isUnknown ? '–' : note}
      actions={
        !isPart &&
        callers.length > 0 && (
          <>
            {later && <later.Everybody {...{ callers, count, days, without }} />}
            <ExportMenu panel={CALLERS_FILE} choice={choice} title={m.missed_callers_title()} />
          </>
        )
      }
    >
      {isUnknown ? (
        <p className="py-2 text-13 text-text-2">{m.missed_callers_no_numbers()}</p>
      ) : callers.length === 0 && !isPart ? (
        <>
          <p className="py-2 text-13 text-text-2">{nobody}</p>
          {without}
        </>
      ) : (
        <div className={bodyClass}>
          <First callers={callers} isPart={isPart} />
          <p className="pt-2 text-12 text-text-3">{m.missed_callers_order()}</p>
          {without}
        </div>
      )}
    </Region>
  )
}

/** While loading, newest first; the final order rebuilds the rows instead of moving them, except under focus. */
const First = ({ callers, isPart }: { callers: readonly UnreturnedCall[]; isPart: boolean }) => {
  const [hasFocus, setFocus] = useState(false)
  const [order, setOrder] = useState(isPart)
  const shown = useFirstShown()
  if (order !== isPart && !hasFocus) setOrder(isPart)
  return (
    <div onFocus={() => setFocus(true)} onBlur={() => setFocus(false)}>
      <Callers key={String(order)} callers={callers.slice(0, shown)} />
    </div>
  )
}

const Waiting = () => (
  <Region>
    <ul aria-busy="true" className={bodyClass}>
      {Array.from({ length: useFirstShown() }, (_, row) => (
        <li key={row} className="grid min-h-11 content-center gap-2 border-b border-line">
          <Skeleton width="md" />
          <Skeleton width="lg" />
        </li>
      ))}
    </ul>
  </Region>
)

const Region = (section: { note?: ReactNode; actions?: ReactNode; children: ReactNode }) => (
  <Section title={m.missed_callers_title()} {...section} />
)

export const unreturnedCallsPanel: PanelModule = {
  name: 'not-through',
  title: m.missed_callers_title,
  View: MissedCallers,
  files: [CALLERS_FILE],
}
