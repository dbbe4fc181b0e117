import type { ChangeMetric } from '#/contract/figures/changes.ts'
import type { ChangeRow } from '#/contract/figures/answers.ts'
import { REPORT_METRICS, isRate } from '#/analytics/report-metrics.ts'
import { explainedByName, partName, partShareLabel } from '#/domain/figures/change-part-labels.ts'
import { signedPoints } from '#/domain/figures/change-sentence.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { formatSigned } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { addressOfRow } from './use-changes.ts'

export const changeText = (metric: ChangeMetric, change: number): string =>
  isRate(metric) ? signedPoints(change) : formatSigned(change)

export const isWorse = (metric: ChangeMetric, change: number): boolean =>
  REPORT_METRICS[metric].better === 'more' ? change < 0 : change > 0

/** Extent of bars on both sides of zero, as shares. */
export interface ChangeScale {
  readonly less: number
  readonly more: number
}

export const scaleOfChanges = (rows: readonly ChangeRow[]): ChangeScale => ({
  less: Math.max(0, ...rows.map(({ change }) => -change)),
  more: Math.max(0, ...rows.map(({ change }) => change)),
})

/** @param isQuiet normal variation */
export const ChangeBar = ({
  metric,
  change,
  scale: { less, more },
  isQuiet,
}: {
  metric: ChangeMetric
  change: number
  scale: ChangeScale
  isQuiet: boolean
}) => {
  const whole = less + more || 1
  const [zero, end] = [(less / whole) * 100, ((less + change) / whole) * 100]
  return (
    <span aria-hidden="true" className="relative block h-full min-h-5 w-full">
      <span
        className={classNames(
          'absolute top-1/2 h-2 min-w-0.5 -translate-y-1/2 rounded-[2px] forced-colors:bg-[CanvasText]',
          isQuiet ? 'bg-(--chart-compare)' : isWorse(metric, change) ? 'bg-missed' : 'bg-(--chart-1)',
        )}
        style={{ left: `${Math.min(zero, end)}%`, width: `${Math.abs(end - zero)}%` }}
      />
      <span className="absolute inset-y-0 border-l border-line-strong" style={{ left: `${zero}%` }} />
    </span>
  )
}

/**
 * One part of a change: name, bar, amount and share; a press filters the page by it.
 * @param note beside the name
 * @param isOthers the remaining parts; a press expands them
 */
export const ChangeLine = ({
  metric,
  row,
  scale,
  note,
  isOthers = false,
  onOthers,
  onFiltered,
}: {
  metric: ChangeMetric
  row: ChangeRow
  scale: ChangeScale
  note?: string | undefined
  isOthers?: boolean
  onOthers: (() => void) | undefined
  onFiltered?: (() => void) | undefined
}) => {
  const { objectTitle, change } = useOverview('objectTitle', 'change')
  const name = partName(row, objectTitle)
  const [changed, share] = [changeText(metric, row.change), partShareLabel(row)]
  const address = addressOfRow(row)
  const isMany = isOthers && row.parts > 1 && onOthers !== undefined
  return (
    <li className="relative border-line not-last:border-b phone:not-last:border-b-0">
      <button
        type="button"
        disabled={address === null && !isMany}
        aria-label={`${name} ${changed}`}
        title={address === null ? undefined : m.changes_filter_title({ name })}
        onClick={() => {
          if (isMany) return onOthers()
          if (address !== null) change(address)
          onFiltered?.()
        }}
        className="group grid min-h-7 w-full cursor-default grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_auto_4.75rem_1rem] items-center gap-x-2 rounded-1 text-left text-13 tabular-nums not-disabled:hover:bg-hover focus-visible:-outline-offset-2 phone:min-h-11 phone:grid-cols-[minmax(0,1fr)_auto_4.75rem_1rem] phone:py-1"
      >
        {/* Drawn beside the name for the eye, but after the button for screen readers. */}
        <span
          data-note={note}
          className="truncate after:ml-1.5 after:text-12 after:text-text-3 after:content-[attr(data-note)]"
        >
          <bdi className={classNames('not-disabled:group-hover:text-accent', isOthers && 'text-text-2')}>
            {name}
          </bdi>{' '}
        </span>
        <span className="min-w-0 phone:order-last phone:col-span-full">
          <ChangeBar metric={metric} change={row.change} scale={scale} isQuiet={isOthers} />
        </span>
        <span className="min-w-11 text-right font-strong">{changed}</span>
        <span
          data-share={share}
          className="text-right text-12 whitespace-nowrap text-text-3 after:content-[attr(data-share)]"
        />
        <span className="text-text-3">
          {isMany ? (
            <Icon name="chevron-right" size={14} />
          ) : (
            address !== null && <Icon name="funnel" size={14} />
          )}
        </span>
      </button>
      <span className="sr-only">{[note ?? explainedByName(row.by), share].join(', ')}</span>
    </li>
  )
}
