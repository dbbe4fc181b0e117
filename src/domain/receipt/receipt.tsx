import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Popover, type PopoverProps } from '#/ui/overlay/popover.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'

/** Where a figure comes from: rule 9 says that it is defined once, and this shows the definition to the user. */
export interface Receipt {
  /** What the figure is called, and what it says now. */
  readonly title: string
  readonly value: ReactNode
  /** What it means, in a sentence. */
  readonly definition: string
  /** The figure as it was computed, with its own numbers; null when there is nothing to compute. */
  readonly formula: ReactNode
  /** What it was computed from. */
  readonly inputs: readonly { readonly label: string; readonly value: ReactNode }[]
  /** What else follows, and what is not known. */
  readonly notes: readonly string[]
  /** Why it is not what it was. */
  readonly changes?: ReactNode
  /** Where the user can go from here. */
  readonly actions?: ReactNode
}

const SIZES = {
  default: 'w-94',
  changes: 'w-140 desk:max-h-[min(620px,calc(100%-8px))] [position-try-order:most-height]',
  rates: 'w-150 desk:max-h-[min(620px,calc(100%-8px))] [position-try-order:most-height]',
} as const

/**
 * The button of a figure that opens its receipt, which is made only then: `receiptContents`, or a component of its own, which
 * may read more than the button does and may come later ({@link ReceiptSkeleton}, {@link AwaitedReceipt}).
 */
export const ReceiptPopover = ({
  renderTrigger,
  align = 'start',
  size = 'default',
  renderContents,
}: Pick<PopoverProps, 'renderTrigger' | 'align'> & {
  /** `changes`: it explains a change, `rates` one in a table. */
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

/** In the place of a receipt whose code has not come yet. */
export const ReceiptSkeleton = () => <SkeletonLines lines={5} label={m.loading()} />

/** The same where pressing its button asks for the code, with `useOnIntent`. */
export const AwaitedReceipt = ({ error, load }: { error: unknown; load: () => void }) => {
  const begin = useEffectEvent(load)
  useEffect(() => begin(), [])
  return error === null ? (
    <ReceiptSkeleton />
  ) : (
    <LoadError error={error} level={3} onRetry={load} className="" />
  )
}
