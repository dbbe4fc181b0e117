import { classNames } from '#/ui/class-names.ts'

const fills = { neutral: 'bg-text-3', warning: 'bg-warning', missed: 'bg-missed' }

export function Horizon({
  value,
  max,
  tone = 'neutral',
}: {
  value: number
  max: number
  tone?: keyof typeof fills
}) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <span aria-hidden="true" className="relative flex h-2 items-center">
      <span className="h-0.5 w-full rounded-full bg-line-strong forced-colors:bg-[GrayText]" />
      <span
        className={classNames(
          'absolute left-0 h-0.5 rounded-full forced-colors:bg-[CanvasText]',
          fills[tone],
        )}
        style={{ width: `${share * 100}%` }}
      />
      <span
        className={classNames('absolute size-2 rounded-full forced-colors:bg-[CanvasText]', fills[tone])}
        // Fully visible at both ends.
        style={{ left: `calc(${share} * (100% - var(--spacing) * 2))` }}
      />
    </span>
  )
}
