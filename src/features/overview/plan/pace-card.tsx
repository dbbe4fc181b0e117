import { useMemo } from 'react'
import { PLAN_FIELDS, type MonthPlan } from '#/contract/month-plans/month-plans.ts'
import { dayNumber } from '#/contract/day.ts'
import { paceVerdict, type MonthPace } from '#/analytics/judge/pace.ts'
import { useHidden } from '#/features/overview/data/use-hidden.ts'
import { useAddress, useLoading, useQuestion } from '#/features/overview/data/use-overview.ts'
import type { spendingIn } from '#/features/overview/spend/costs.ts'
import type { OpenedDialog } from '#/domain/notice/dialog-button.tsx'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { ReceiptPopover, type Receipt } from '#/domain/receipt/receipt.tsx'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { momentWords } from '#/domain/marks/moment-words.ts'
import { formatDays, formatMoney, formatMonth, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { ShareBar } from '#/ui/chart/share-bar.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { PLANNED_WORDS } from './plan-words.ts'
import { PlanForm } from './plan-form.tsx'
import { useMonthPlan, usePace, type PacedField, type PaceView } from './use-pace.ts'

/** Enters what is planned for a month. */
export const PlanDialog = ({ isOpen, onClose }: Omit<OpenedDialog, 'nth'>) => {
  const { scope } = useSignedIn()
  const { object } = useAddress('object')
  const { today } = useQuestion('today')
  // Another client's or object's is another plan.
  return (
    <PlanForm
      key={`${scope.client} ${object}`}
      thisMonth={today.slice(0, 7)}
      isOpen={isOpen}
      onClose={onClose}
    />
  )
}

interface SpendIn {
  /** The overview's own, which is there before this is. */
  readonly spendIn: typeof spendingIn
}

/** This month beside its plan; without one, what a plan would show. */
export const PaceCard = ({ spendIn }: SpendIn) => {
  const { today } = useQuestion('today')
  const month = today.slice(0, 7)
  const { plan, isError, refetch } = useMonthPlan(month)
  if (isError) return <Failed retry={() => void refetch()} />
  if (plan === undefined) return <Skeleton className="h-10" />
  if (plan === null || PLAN_FIELDS.every((field) => plan[field] === null))
    return <p className="min-h-10 text-13 text-text-3">{m.pace_none({ month: formatMonth(today) })}</p>
  return <Planned plan={plan} spendIn={spendIn} />
}

const Failed = ({ retry }: { retry: () => void }) => (
  <p className="flex flex-wrap items-center gap-2 text-13 text-text-2">
    {m.pace_failed()}
    <Button onClick={retry}>{m.retry()}</Button>
  </p>
)

const Planned = ({ plan, spendIn }: { plan: MonthPlan } & SpendIn) => {
  const view = usePace(plan)
  const hidden = useHidden()
  const fields = (['contacts', 'target'] as const).filter(
    (field) => plan[field] !== null && !(field === 'target' && hidden.metric('target_rate')),
  )
  if (view.isFailed) return <Failed retry={view.retry} />
  return (
    <div className="mt-1 grid gap-3">
      {fields.map((field) => (
        <PaceRow key={field} field={field} plan={plan} view={view} />
      ))}
      {plan.spend !== null && <SpendRow planned={plan.spend} spendIn={spendIn} />}
    </div>
  )
}

const PaceRow = ({ field, plan, view }: { field: PacedField; plan: MonthPlan; view: PaceView }) => {
  const pace = view.paces?.[field]
  const planned = plan[field] ?? 0
  if (!pace)
    return (
      <div className="grid gap-2">
        <span className="text-13 text-text-2">{PLANNED_WORDS[field]()}</span>
        <Skeleton width="full" />
        <Skeleton width="md" />
      </div>
    )
  const verdict = paceVerdict(pace, planned)
  return (
    <div className="grid gap-1 text-13 tabular-nums">
      <PaceReceipt field={field} plan={plan} pace={pace} />
      <ShareBar share={planned === 0 ? 1 : pace.done / planned} />
      <PaceLines field={field} plan={plan} view={view} pace={pace} />
      <p className="flex flex-wrap justify-between gap-x-3 text-12 text-text-2">
        <span>
          {pace.band.length === 0
            ? m.pace_over()
            : m.pace_range({ low: formatNumber(pace.low), high: formatNumber(pace.high) })}
        </span>
        <span className={verdict === 'behind' ? 'text-missed' : 'text-text-3'}>
          {VERDICT_WORDS[verdict]()}
        </span>
      </p>
    </div>
  )
}

const VERDICT_WORDS = { ahead: m.pace_ahead, behind: m.pace_behind, open: m.pace_open } as const

const PaceReceipt = ({ field, plan, pace }: { field: PacedField; plan: MonthPlan; pace: MonthPace }) => {
  const { object } = useAddress('object')
  const { objectTitle } = useLoading('objectTitle')
  const { today } = useQuestion('today')
  const name = m.pace_in({ what: PLANNED_WORDS[field](), month: formatMonth(today) })
  const value = m.pace_of({ done: formatNumber(pace.done), plan: formatNumber(plan[field] ?? 0) })
  const isOver = pace.band.length === 0
  const receipt = (): Receipt => ({
    title: name,
    value,
    definition: m.pace_definition(),
    formula: isOver
      ? m.pace_over()
      : m.pace_formula({
          done: formatNumber(pace.done),
          low: formatNumber(pace.low - pace.done),
          high: formatNumber(pace.high - pace.done),
          from: formatNumber(pace.low),
          to: formatNumber(pace.high),
        }),
    inputs: [
      {
        label: m.pace_counted(),
        value: (
          <bdi>
            {[
              formatDays({ from: `${plan.month}-01`, to: today }),
              object === undefined ? m.all_objects() : objectTitle(object),
            ].join(', ')}
          </bdi>
        ),
      },
      {
        label: m.pace_mark(),
        value: m.pace_mark_how({ mark: formatNumber(Math.round(pace.mark ?? 0)) }),
      },
      {
        label: m.pace_kept(),
        value: (
          <bdi>
            {m.pace_kept_who({
              who: plan.who ?? m.mark_somebody(),
              at: momentWords(new Date(plan.at).toISOString()),
            })}
          </bdi>
        ),
      },
    ],
    notes: [m.pace_how()],
  })
  return (
    <ReceiptPopover
      receipt={receipt}
      align="end"
      renderTrigger={(trigger) => (
        <button
          type="button"
          {...trigger}
          className="flex min-h-6 cursor-default items-baseline justify-between gap-3 rounded-1 text-left decoration-line-control underline-offset-3 hover:underline aria-expanded:underline phone:min-h-10"
        >
          <span className="text-text-2">{PLANNED_WORDS[field]()}</span>{' '}
          <span className="text-16 font-semibold">{value}</span>
        </button>
      )}
    />
  )
}

/** The first so many of something, each with all before it. */
const addedUp = (count: number, of: (nth: number) => number): number[] => {
  const sums: number[] = []
  for (let nth = 0; nth < count; nth++) sums.push((sums.at(-1) ?? 0) + of(nth))
  return sums
}

const WIDTH = 300
const HEIGHT = 64

/** The month added up: what has come, the plan as an even way, and the range of what is left. */
const PaceLines = ({
  field,
  plan,
  view,
  pace,
}: {
  field: PacedField
  plan: MonthPlan
  view: PaceView
  pace: MonthPace
}) => {
  const first = dayNumber(`${plan.month}-01`)
  const today = pace.band[0]?.day ?? first
  const count = pace.band.length + (today - first)
  const planned = plan[field] ?? 0
  const top = Math.max(planned, pace.high, 1)
  const x = (day: number) => ((day - first + 1) / Math.max(count, 1)) * WIDTH
  const y = (value: number) => HEIGHT - (value / top) * (HEIGHT - 2) - 1
  const done = addedUp(today - first + 1, (nth) => view.countOn(field, first + nth)).map(
    (sum, nth) => `${x(first + nth)},${y(sum)}`,
  )
  const band = [
    `${x(today)},${y(pace.done)}`,
    ...pace.band.slice(1).map(({ day, high }) => `${x(day)},${y(high)}`),
    ...pace.band
      .slice(1)
      .toReversed()
      .map(({ day, low }) => `${x(day)},${y(low)}`),
  ]
  return (
    <svg
      role="img"
      aria-label={m.pace_chart({
        what: PLANNED_WORDS[field](),
        done: formatNumber(pace.done),
        plan: formatNumber(planned),
        low: formatNumber(pace.low),
        high: formatNumber(pace.high),
      })}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="mt-1 w-full border-b border-line"
      style={{ height: HEIGHT }}
    >
      <polygon points={band.join(' ')} fill="var(--heat-2)" />
      <polyline
        points={`0,${y(0)} ${x(first + count - 1)},${y(planned)}`}
        fill="none"
        stroke="var(--chart-compare)"
        strokeDasharray="4 3"
        vectorEffect="non-scaling-stroke"
      />
      <polyline
        points={`0,${y(0)} ${done.join(' ')}`}
        fill="none"
        stroke="var(--chart-1)"
        strokeWidth={2}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

const SpendRow = ({ planned, spendIn }: { planned: number } & SpendIn) => {
  const { client } = useSignedIn().scope
  const { preferences } = usePreferences()
  const { today } = useQuestion('today')
  const { object = null } = useAddress('object')
  const { spend } = preferences
  const done = useMemo(() => {
    const days = { from: `${today.slice(0, 7)}-01`, to: today }
    return spendIn(spend ?? [], { client, object }, days, { filters: [] }).parts.reduce(
      (sum, { part }) => sum + part,
      0,
    )
  }, [spend, client, object, today, spendIn])
  return (
    <div className="grid gap-1 text-13 tabular-nums">
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-text-2">{m.pace_spend()}</span>
        <span className="text-16 font-semibold">
          {m.pace_of({ done: formatMoney(Math.round(done)), plan: formatMoney(planned) })}
        </span>
      </p>
      <ShareBar share={planned === 0 ? 1 : done / planned} />
      <p className="text-12 text-text-3">{m.pace_spend_until()}</p>
    </div>
  )
}
