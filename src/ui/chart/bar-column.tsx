import { classNames } from '#/ui/class-names.ts'
import { idleCode } from './idle-code.ts'
import { Replacement } from './replacement.tsx'

export interface BarColumnProps {
  /** Of the whole width, 0 to 1; one to each row, from the top. */
  shares: readonly number[]
  /** In pixels. */
  thickness: number
  className?: string | undefined
}

const useBarPlot = idleCode(() => import('./bar-plot.tsx'))

/**
 * Bars for the rows of a table or list that has their words: it fills a box that is as high as all rows, which are of one
 * height. Ours until the chart library is here, which then draws the same.
 */
export function BarColumn({ className, ...bars }: BarColumnProps) {
  const BarPlot = useBarPlot()?.BarPlot
  return (
    <Replacement
      className={classNames('relative', className)}
      first={<OwnBars {...bars} />}
      renderLater={BarPlot ? (size, onDrawn) => <BarPlot {...bars} size={size} onDrawn={onDrawn} /> : null}
    />
  )
}

const OwnBars = ({ shares, thickness }: BarColumnProps) =>
  shares.map((share, row) => (
    <span
      // A bar has no other name here than its place.
      // oxlint-disable-next-line react/no-array-index-key
      key={row}
      className="absolute inset-x-0 -translate-y-1/2 rounded-full bg-hover"
      style={{ top: `${((row + 0.5) / shares.length) * 100}%`, height: thickness }}
    >
      <span
        className="block h-full min-w-0.5 rounded-full bg-(--chart-1) forced-colors:bg-[CanvasText]"
        style={{ width: `${Math.min(Math.max(share, 0), 1) * 100}%` }}
      />
    </span>
  ))
