import { useMemo, useState, type ReactNode } from 'react'
import type { NotThrough as NotThroughCaller } from '#/analytics/columns/not-through.ts'
import { CALL_BACK_DAYS, callable } from '#/analytics/judge/findings.ts'
import { dayNumber } from '#/contract/day.ts'
import { useHidden } from '#/features/overview/data/use-hidden.ts'
import { useLater } from '#/features/overview/data/use-later.ts'
import { useHandled } from '#/domain/contact-marks/use-handled.ts'
import { mayMiss } from '#/analytics/columns/unread-days.ts'
import { failedDays, isSoFar } from '#/domain/figures/unread-days.ts'
import { useLoading, useQuestion, useReport, useTable } from '#/features/overview/data/use-overview.ts'
import type { Exportable } from '#/features/overview/export/panel-file.ts'
import { ExportMenu } from '#/features/overview/export/export-menu.tsx'
import { FigureButton } from '#/features/overview/receipt/figure-button.tsx'
import { counted, formatNumber } from '#/i18n/format.ts'
import type { PanelModule } from '#/features/overview/panels/panel.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'
import { Section } from '#/ui/data/section.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { callersOf } from '#/analytics/judge/call-back-order.ts'
import { Callers } from './callers.tsx'
import { useCallBackList } from './call-back-list.tsx'

export const FIRST_SHOWN = 5
/** As high as the first five with all their words, so that what stands below does not move when they come. */
const bodyClass = 'mt-1 min-[1180px]:min-h-101 min-[1600px]:min-h-93'

const CALLERS_FILE: Exportable<null> = {
  name: 'not-through',
  isDrawn: false,
  usual: null,
  file: () => import('./file.ts').then(({ notThroughFile }) => notThroughFile),
}

/** Whom to call back, the most promising first, and all callers of the period who did not get through. */
const NotThrough = () => {
  const { figures, notThrough, leftOut, unread } = useReport('figures', 'notThrough', 'leftOut', 'unread')
  const { days, today } = useQuestion('days', 'today')
  const source = useTable('source')
  const { state } = useLoading('state')
  const isHidden = useHidden().metric('not_through')
  const isDone = useHandled()
  const later = useLater()
  const isPart = isSoFar(state)
  // Their sources' rates are not known before all has come: until then the newest is first.
  const callers = useMemo(
    () => notThrough && source && (isPart ? notThrough : callersOf({ notThrough, tables: { source } })),
    [notThrough, source, isPart],
  )
  const hasToday = days.from <= today && today <= days.to
  const since = dayNumber(today) - CALL_BACK_DAYS + 1
  // Of calls on days that have not been read to the end nothing can be said.
  const isTooSoon =
    isPart &&
    failedDays(state).length === 0 &&
    mayMiss(unread.current, { first: hasToday ? since : 0, last: Infinity })
  if (figures === undefined || leftOut === undefined || callers === undefined || isTooSoon) return <Waiting />
  const count = figures.not_through
  const { unnumbered } = leftOut
  const without = unnumbered > 0 && (
    <p className="pt-2 text-12 text-text-3">{m.not_through_unnumbered(counted(unnumbered))}</p>
  )
  const lately = hasToday ? callable(callers, today) : null
  const lists = {
    callers,
    count,
    without,
    shown: lately && lately.filter((one) => !isDone(one)),
    before: count - (lately?.length ?? 0),
  }
  return (
    <Region
      note={
        isPart ? (
          m.overview_so_far()
        ) : (
          <>
            <FigureButton metric="not_through" figures={figures} />{' '}
            <span className="min-[1180px]:max-[1599px]:hidden">{m.not_through_callers({ count })}</span>
          </>
        )
      }
      actions={
        !isHidden &&
        !isPart &&
        callers.length > 0 && (
          <>
            {later && <later.Everybody {...lists} />}
            <ExportMenu panel={CALLERS_FILE} choice={null} title={m.not_through_title()} />
          </>
        )
      }
    >
      {isHidden ? (
        <p className="py-2 text-13 text-text-2">{m.not_through_hidden()}</p>
      ) : callers.length === 0 && !isPart ? (
        <>
          <p className="py-2 text-13 text-text-2">
            {figures.calls === 0 ? m.not_through_no_calls() : m.not_through_nobody()}
          </p>
          {without}
        </>
      ) : (
        <Shown {...lists} isPart={isPart} />
      )}
    </Region>
  )
}

export interface NotThroughLists {
  /** All callers who did not get through, as far as they are listed. */
  readonly callers: readonly NotThroughCaller[]
  /** How many there are. */
  readonly count: number
  /**
   * Those of them who called so lately that it is worth calling back and are not marked as handled; null: the
   * period does not contain today.
   */
  readonly shown: readonly NotThroughCaller[] | null
  /** How many called before that. */
  readonly before: number
  readonly without: ReactNode
}

/** Those whom Today counts; where it counts none, the first of all. */
const Shown = ({ callers, count, shown, before, without, isPart }: NotThroughLists & { isPart: boolean }) => {
  const { isWhole, setWhole } = useCallBackList()
  if (shown === null)
    return (
      <div className={bodyClass}>
        <First label={m.not_through_title()} callers={callers} isPart={isPart} />
        <p className="pt-2 text-12 text-text-3">{m.not_through_order()}</p>
        {without}
      </div>
    )
  return (
    <div className={bodyClass}>
      <p className="text-13 text-text-2">
        {m.not_through_call_back({ ...counted(shown.length), days: formatNumber(CALL_BACK_DAYS) })}
        {!isPart && before > 0 && ` ${m.not_through_before(counted(before))}`}
        {!isPart &&
          count > before + shown.length &&
          ` ${m.not_through_marked(counted(count - before - shown.length))}`}
      </p>
      {isWhole ? (
        <div
          className="max-h-132 overflow-y-auto"
          tabIndex={0}
          role="group"
          aria-label={m.not_through_to_call()}
        >
          <Callers label={m.not_through_to_call()} callers={shown} />
        </div>
      ) : (
        shown.length > 0 && <First label={m.not_through_to_call()} callers={shown} isPart={isPart} />
      )}
      {shown.length > FIRST_SHOWN && (
        <p className="pt-2 text-13">
          <LinkButton onClick={() => setWhole(!isWhole)}>
            {isWhole ? m.breakdown_show_fewer() : m.not_through_show_all(counted(shown.length))}
          </LinkButton>
        </p>
      )}
      {!isPart && shown.length > 1 && <p className="pt-2 text-12 text-text-3">{m.not_through_order()}</p>}
      {without}
    </div>
  )
}

/**
 * The first of them. While more is read these are the newest; in the order of their promise they are drawn anew instead
 * of being moved, but not from under the focus.
 */
const First = ({
  label,
  callers,
  isPart,
}: {
  label: string
  callers: readonly NotThroughCaller[]
  isPart: boolean
}) => {
  const [hasFocus, setFocus] = useState(false)
  const [order, setOrder] = useState(isPart)
  if (order !== isPart && !hasFocus) setOrder(isPart)
  return (
    <div onFocus={() => setFocus(true)} onBlur={() => setFocus(false)}>
      <Callers key={String(order)} label={label} callers={callers.slice(0, FIRST_SHOWN)} />
    </div>
  )
}

const Waiting = () => (
  <Region>
    <ul aria-busy="true" className={bodyClass}>
      {Array.from({ length: FIRST_SHOWN }, (_, row) => (
        <li key={row} className="grid min-h-11 content-center gap-2 border-b border-line">
          <Skeleton width="md" />
          <Skeleton width="lg" />
        </li>
      ))}
    </ul>
  </Region>
)

const Region = (section: { note?: ReactNode; actions?: ReactNode; children: ReactNode }) => (
  <Section title={m.not_through_title()} {...section} />
)

export const notThroughPanel: PanelModule = {
  name: 'not-through',
  title: m.not_through_title,
  View: NotThrough,
  files: [CALLERS_FILE],
}
