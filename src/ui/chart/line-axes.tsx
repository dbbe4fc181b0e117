import type { ReactNode } from 'react'
import { classNames } from '#/ui/class-names.ts'
import { acrossOf } from './plot.ts'

export interface LineAxesProps {
  /** Rising from 0; the last is the top. */
  readonly ticks: readonly { readonly value: number; readonly words: string }[]
  /** Below the plot, at some places. */
  readonly places: readonly { readonly index: number; readonly words: string }[]
  /** Places there are. */
  readonly count: number
  /** The size of the words. */
  readonly className: string
  /** The height of the plot. */
  readonly plotClass: string
  /** Under the words of the places, as wide as the plot: for who can point and press. */
  readonly below?: ReactNode
  /** The plot, which fills its box. */
  readonly children: ReactNode
}

/** The words of a line chart's axes around its plot, on the screen and on paper; for who sees them. */
export const LineAxes = ({ ticks, places, count, className, plotClass, below, children }: LineAxesProps) => {
  const last = count - 1
  const top = ticks.at(-1)?.value ?? 1
  const longest = ticks.reduce((words, tick) => (tick.words.length > words.length ? tick.words : words), '')
  return (
    <div
      className={classNames(
        'grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-text-3 tabular-nums',
        className,
      )}
    >
      <div aria-hidden="true" className={classNames('relative', plotClass)}>
        {/* Room for what the axis may come to, so that the plot keeps its width while more is read. */}
        <span className="invisible inline-block min-w-[4ch]">{longest}</span>
        {ticks.map(({ value, words }) => (
          <span
            key={value}
            className="absolute right-0 -translate-y-1/2"
            style={{ top: `${100 - (value / top) * 100}%` }}
          >
            {words}
          </span>
        ))}
      </div>
      <div className={plotClass}>{children}</div>
      <div className="relative col-start-2 mt-1.5 h-4">
        {places.map(({ index, words }) => (
          <span
            key={index}
            aria-hidden="true"
            className={classNames(
              'absolute whitespace-nowrap',
              index === last && count > 1 ? 'right-0' : (index > 0 || count === 1) && '-translate-x-1/2',
            )}
            style={index === last && count > 1 ? undefined : { left: `${acrossOf(index, count)}%` }}
          >
            {words}
          </span>
        ))}
        {below}
      </div>
    </div>
  )
}
