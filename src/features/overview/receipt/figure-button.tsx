import { useState, type ReactNode } from 'react'
import { isChangeMetric } from '#/contract/figures/changes.ts'
import { type ReportMetricId, isRate } from '#/analytics/report-metrics.ts'
import type { Filter } from '#/contract/figures/questions.ts'
import { AwaitedReceipt, ReceiptPopover, type Receipt } from '#/domain/figures/receipt.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { useOnIntent } from '#/ui/use-on-intent.ts'
import { figureText, metricName, type SomeFigures } from '#/domain/figures/figure-labels.ts'

type Code = typeof import('./figure-receipt.tsx')

/** Shared by all figures once loaded. */
let here: Code | null = null
const fetchCode = async () => (here ??= await import('./figure-receipt.tsx'))

export interface FigureProps {
  readonly metric: ReportMetricId
  readonly figures: SomeFigures
  /** Label before the value; default: the metric's name. */
  readonly label?: string
  /** Filters besides the report's, replacing those by the same dimension. */
  readonly filters?: readonly Filter[]
  /** The comparison's numbers. */
  readonly compared?: SomeFigures | null
  readonly more?:
    | (Pick<Receipt, 'inputs' | 'notes'> & {
        readonly leftOut?: readonly string[]
      })
    | undefined
  /** False: no list has exactly these contacts. */
  readonly isListed?: boolean
}

/**
 * A figure as a button ("Contacts 537", "Missed rate 12.4%") that opens its receipt.
 * @param children default: the value
 */
export const FigureButton = ({
  className,
  children,
  ...figure
}: FigureProps & { className?: string | undefined; children?: ReactNode }) => {
  const [isListed, setListed] = useState(false)
  const { code: fetched, error, load, handlers } = useOnIntent(fetchCode)
  const code = fetched ?? here
  const { metric, figures, label = metricName(metric) } = figure
  const text = figureText(metric, figures)
  return (
    <>
      <ReceiptPopover
        size={!isChangeMetric(metric) ? 'default' : isRate(metric) ? 'rates' : 'changes'}
        renderContents={(close) =>
          code === null ? (
            <AwaitedReceipt error={error} load={load} />
          ) : (
            <code.OpenReceipt figure={figure} onList={() => setListed(true)} onClose={close} />
          )
        }
        renderTrigger={(trigger) => (
          <button
            type="button"
            {...trigger}
            onPointerEnter={handlers.onPointerEnter}
            onFocus={handlers.onFocus}
            // Custom children name the button.
            aria-label={children === undefined ? `${label} ${text ?? '–'}` : undefined}
            title={text === null ? m.overview_share_of_nothing() : undefined}
            className={classNames(
              'min-h-6 cursor-default rounded-1 tabular-nums decoration-line-control underline-offset-3 hover:underline aria-expanded:underline phone:min-h-10',
              className,
            )}
          >
            {children ?? text ?? '–'}
          </button>
        )}
      />
      {isListed && code && <code.FigureList figure={figure} onClose={() => setListed(false)} />}
    </>
  )
}
