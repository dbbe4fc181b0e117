import { classNames } from '#/ui/class-names.ts'

const widths = { full: 'w-full', xl: 'w-11/12', lg: 'w-3/4', md: 'w-1/2', sm: 'w-2/5', xs: 'w-1/4' }
export type SkeletonWidth = keyof typeof widths

export function Skeleton({
  width = 'full',
  className,
}: {
  width?: SkeletonWidth
  className?: string | undefined
}) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'block h-2 max-w-full animate-appear rounded-full bg-press forced-colors:bg-current',
        widths[width],
        className,
      )}
    />
  )
}

/** Skeleton lines with an announced `label`. */
export function SkeletonLines({ lines, label }: { lines: number; label: string }) {
  const pattern: SkeletonWidth[] = ['lg', 'xl', 'sm', 'md']
  return (
    <output className="grid max-w-80 gap-3 py-2">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={pattern[line % pattern.length] ?? 'full'} />
      ))}
    </output>
  )
}
