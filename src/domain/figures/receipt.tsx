import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Popover, type PopoverProps } from '#/ui/overlay/popover.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'

/** A figure receipt: shows the definition of a figure, which is defined once (rule 9). */
export interface Receipt {
  /** Name and current value. */
  readonly title: string
  readonly value: ReactNode
  readonly definition: string
  /** Computation with its numbers; null: nothing to compute. */
  readonly formula: ReactNode
  /** By which it is decided, beside the formula. */
  readonly rules?: readonly string[]
  readonly inputs: readonly { readonly label: string; readonly value: ReactNode }[]
  readonly notes: readonly string[]
  readonly changes?: ReactNode
  readonly actions?: ReactNode
}

const SIZES = {
  default: 'w-94',
  changes: 'w-140 desk:max-h-[min(620px,calc(100%-8px))] [position-try-order:most-height]',
  rates: 'w-150 desk:max-h-[min(620px,calc(100%-8px))] [position-try-order:most-height]',
} as const

/**
 * Figure button with a receipt made on opening: `receiptContents`, or a lazy component ({@link ReceiptSkeleton},
 * {@link AwaitedReceipt}).
 */
export const ReceiptPopover = ({
  renderTrigger,
  align = 'start',
  size = 'default',
  renderContents,
}: Pick<PopoverProps, 'renderTrigger' | 'align'> & {
  /** `changes`: explains a change; `rates`: in a table. */
  readonly size?: keyof typeof SIZES
  readonly renderContents: (close: () => void) => ReactNode
}) => (
  <Popover
    label={m.receipt()}
    className={`${SIZES[size]} p-4 phone:pt-0`}
    renderTrigger={renderTrigger}
    align={align}
  >
    {renderContents}
  </Popover>
)

export const ReceiptSkeleton = () => <SkeletonLines lines={5} label={m.loading()} />

/** Placeholder that loads on press, with `useOnIntent`. */
export const AwaitedReceipt = ({ error, load }: { error: unknown; load: () => void }) => {
  const begin = useEffectEvent(load)
  useEffect(() => begin(), [])
  return error === null ? (
    <ReceiptSkeleton />
  ) : (
    <LoadError error={error} level={3} onRetry={load} className="" />
  )
}
