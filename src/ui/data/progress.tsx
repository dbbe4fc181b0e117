import type { ReactNode } from 'react'
import { classNames } from '#/ui/class-names.ts'

const fills = { accent: 'bg-accent', warning: 'bg-warning', missed: 'bg-missed' }

export type ProgressProps = {
  label: string
  /** 0 to `max`; larger values fill the bar. */
  value: number
  max: number
  /** Read instead of a percentage: "8,200 of 23,400". */
  valueText?: string | undefined
  tone?: keyof typeof fills
  /** `meter` for an amount, `progressbar` for work. */
  kind?: 'progressbar' | 'meter'
  className?: string | undefined
}

export function Progress({
  label,
  value,
  max,
  valueText,
  tone = 'accent',
  kind = 'progressbar',
  className,
}: ProgressProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      role={kind}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(max, Math.max(0, value))}
      aria-valuetext={valueText}
      className={classNames(
        'h-1 min-w-12 overflow-hidden rounded-full bg-press forced-colors:border',
        className,
      )}
    >
      <div
        className={classNames('h-full rounded-full forced-colors:bg-[Highlight]', fills[tone])}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}

/** Progress of long work, with a stop button. */
export function ProgressLine({
  title,
  detail,
  bar,
  action,
}: {
  title: ReactNode
  detail: ReactNode
  bar: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="grid gap-1.5 text-13">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="font-strong">{title}</span>
        <span className="text-text-3 tabular-nums">{detail}</span>
      </div>
      <div className="flex items-center gap-3">
        <span className="min-w-0 flex-1">{bar}</span>
        {action}
      </div>
    </div>
  )
}
