import { useMemo, useState, type ReactNode } from 'react'
import type { UnreturnedCall as UnreturnedCaller } from '#/contract/figures/answers.ts'
import { useHidden } from '#/features/overview/data/use-hidden.ts'
import { useLater } from '#/features/overview/data/use-later.ts'
import { dayNumber } from '#/contract/day.ts'
import { mayMiss } from '#/analytics/days.ts'
import { failedDays, isSoFar } from '#/domain/figures/unread-days.ts'
import { useOverview, useReport, useTable } from '#/features/overview/data/use-overview.ts'
import type { Exportable } from '#/features/overview/export/panel-file.ts'
import { ExportMenu } from '#/features/overview/export/export-menu.tsx'
import { FigureButton } from '#/features/overview/receipt/figure-button.tsx'
import { counted } from '#/i18n/format.ts'
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

const CALLERS_FILE: Exportable<null> = {
  name: 'not-through',
  isDrawn: false,
  usual: null,
  file: () => import('./file.ts').then(({ unreturnedCallsFile }) => unreturnedCallsFile),
}

/** Callers who weren't reached, most promising first. */
const UnreturnedCall = () => {
  const { figures, unreturnedCalls, leftOut, unread } = useReport(
    'figures',
    'unreturnedCalls',
    'leftOut',
    'unread',
  )
  const source = useTable('source')
  const { state } = useOverview('state')
  const isHidden = useHidden().metric('not_through')
  const later = useLater()
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
  // Without a number a later contact can't be matched.
  const isUnknown = figures.not_through === null
  const count = figures.not_through ?? 0
  const { unnumbered } = leftOut
  const without = unnumbered > 0 && (
    <p className="pt-2 text-12 text-text-3">{m.missed_callers_unnumbered(counted(unnumbered))}</p>
  )
  return (
    <Region
      note={
        isPart ? (
          m.overview_so_far()
        ) : isUnknown || isHidden ? (
          '–'
        ) : (
          <>
            <FigureButton metric="not_through" figures={figures} />{' '}
            <span className="min-[1180px]:max-[1599px]:hidden">{m.missed_callers_callers({ count })}</span>
          </>
        )
      }
      actions={
        !isHidden &&
        !isPart &&
        callers.length > 0 && (
          <>
            {later && <later.Everybody callers={callers} count={count} without={without} />}
            <ExportMenu panel={CALLERS_FILE} choice={null} title={m.missed_callers_title()} />
          </>
        )
      }
    >
      {isHidden || isUnknown ? (
        <p className="py-2 text-13 text-text-2">
          {isUnknown && !isHidden ? m.missed_callers_no_numbers() : m.missed_callers_hidden()}
        </p>
      ) : callers.length === 0 && !isPart ? (
        <>
          <p className="py-2 text-13 text-text-2">
            {figures.calls === 0 ? m.missed_callers_no_calls() : m.missed_callers_nobody()}
          </p>
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

export interface UnreturnedCallers {
  readonly callers: readonly UnreturnedCaller[]
  readonly count: number
  readonly without: ReactNode
}

/** While loading, newest first; the final order rebuilds the rows instead of moving them, except under focus. */
const First = ({ callers, isPart }: { callers: readonly UnreturnedCaller[]; isPart: boolean }) => {
  const [hasFocus, setFocus] = useState(false)
  const [order, setOrder] = useState(isPart)
  const shown = useFirstShown()
  if (order !== isPart && !hasFocus) setOrder(isPart)
  return (
    <div onFocus={() => setFocus(true)} onBlur={() => setFocus(false)}>
      <Callers key={String(order)} label={m.missed_callers_title()} callers={callers.slice(0, shown)} />
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
  View: UnreturnedCall,
  files: [CALLERS_FILE],
}
