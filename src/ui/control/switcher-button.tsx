import type { ComponentProps } from 'react'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'

/** Header button with kind and selection: "Client Sever Group". */
export function SwitcherButton({
  kind,
  value,
  warning,
  compact = false,
  className,
  ...button
}: Omit<ComponentProps<'button'>, 'value'> & {
  kind: string
  value: string
  /** Warning icon with this title. */
  warning?: string | undefined
  /** On a phone the kind is visually hidden. */
  compact?: boolean
}) {
  return (
    <button
      type="button"
      {...button}
      title={warning}
      className={classNames(
        'flex h-8 min-w-0 cursor-default items-center gap-1.5 rounded-2 px-2 text-14 hover:bg-hover aria-expanded:bg-hover touch:h-10',
        className,
      )}
    >
      <span className={classNames('text-text-3', compact && 'phone:sr-only')}>{kind} </span>
      <span className={classNames('truncate font-strong', compact && 'phone:first-letter:uppercase')}>
        <bdi>{value}</bdi>
      </span>
      {warning !== undefined && <Icon name="alert" size={14} className="text-warning" />}
      <Icon name="chevron-down" size={14} className="text-text-3" />
    </button>
  )
}
