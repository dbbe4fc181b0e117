import type { ReactNode } from 'react'
import type { CallBacks, ResponseTime } from '#/contract/figures/answers.ts'
import { ReceiptPopover, type Receipt } from '#/domain/figures/receipt.tsx'
import { receiptContents } from '#/domain/figures/receipt-contents.tsx'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { responseText, spanLabel } from '../labels.ts'

type Weeks = CallBacks['spoken']

const COMPARED_FROM = 10
const areComparable = (a: ResponseTime, b: ResponseTime): boolean =>
  Math.min(a.count, b.count) >= COMPARED_FROM

interface FactProps {
  readonly title: string
  /** Undefined: loading. */
  readonly weeks: Weeks | undefined
  readonly definition: string
  readonly notes: readonly string[]
}

const inLabel = ({ minutes, count }: Weeks['week']): string =>
  minutes === null
    ? m.call_back_nobody()
    : m.call_back_of_callers({ ...counted(count), span: spanLabel(minutes) })

const receiptOf = ({ title, definition, notes }: FactProps, weeks: Weeks): Receipt => ({
  title,
  value: responseText(weeks.week),
  definition,
  formula: null,
  inputs: [
    { label: m.call_back_week(), value: inLabel(weeks.week) },
    { label: m.call_back_week_before(), value: inLabel(weeks.before) },
  ],
  notes: [...(areComparable(weeks.week, weeks.before) ? [] : [m.call_back_note_few()]), ...notes],
})

const besideText = ({ week, before }: Weeks): string => {
  if (week.minutes === null) return m.call_back_median_never()
  const was = areComparable(week, before) ? responseText(before) : null
  return was === null ? m.call_back_median() : m.call_back_median_was({ before: was })
}

/** Only with enough cases, and a minute's difference. */
const Change = ({ week, before }: Weeks): ReactNode => {
  if (week.minutes === null || before.minutes === null || !areComparable(week, before)) return null
  const less = before.minutes - week.minutes
  if (Math.abs(less) < 1) return null
  const text =
    less > 0 ? m.call_back_faster({ span: spanLabel(less) }) : m.call_back_slower({ span: spanLabel(-less) })
  return (
    <span
      title={text}
      className={classNames(
        'inline-flex shrink-0 items-center gap-1 self-center text-12 font-medium phone:hidden',
        less > 0 ? 'text-answered' : 'text-missed',
      )}
    >
      <Icon name={less > 0 ? 'arrow-down-right' : 'arrow-up-right'} size={14} />
      {/* Visible elsewhere. */}
      <span className="whitespace-nowrap min-[1180px]:max-[1599px]:sr-only">{text}</span>
    </span>
  )
}

/** Median time to a response, with the week before. */
export const ResponseFact = (props: FactProps) => {
  const { title, weeks } = props
  if (weeks === undefined)
    return (
      <span className="flex items-center gap-2 text-13 text-text-2">
        {title} <Skeleton width="sm" />
      </span>
    )
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-13 min-[1180px]:flex-nowrap">
      <ReceiptPopover
        renderContents={receiptContents(() => receiptOf(props, weeks))}
        renderTrigger={(trigger) => (
          <button
            type="button"
            {...trigger}
            className="inline-flex shrink-0 cursor-default items-baseline gap-2 py-1 rounded-1 text-left whitespace-nowrap phone:whitespace-normal decoration-line-control underline-offset-3 hover:underline aria-expanded:underline phone:py-3 phone:-my-1"
          >
            <span className="text-text-2">{title}</span>{' '}
            <b className="text-15 font-semibold whitespace-nowrap tabular-nums">
              {responseText(weeks.week) ?? '–'}
            </b>
          </button>
        )}
      />
      {/* Dropped on narrow desks; in the receipt. */}
      <span
        title={besideText(weeks)}
        className="min-w-0 text-12 text-text-3 tabular-nums min-[1180px]:truncate"
      >
        {besideText(weeks)}
      </span>
      <Change {...weeks} />
    </span>
  )
}
