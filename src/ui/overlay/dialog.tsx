import { type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from '#/ui/class-names.ts'

export type DialogProps = {
  open: boolean
  title: string
  /** By Escape or the back gesture; the owner sets `open` to false. */
  onClose: () => void
  children: ReactNode
  /** Safe button first, primary last; stacked on a phone. */
  actions?: ReactNode
  size?: 'default' | 'wide' | 'table'
}

const SIZES = { default: 'max-w-110', wide: 'max-w-180', table: 'max-w-260' } as const

/** Native modal dialog; a bottom sheet on a phone. Focus returns on closing. */
export function Dialog({ open, title, onClose, children, actions, size = 'default' }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = ref.current
    if (open) dialog?.showModal()
    else dialog?.close()
  }, [open])
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={({ currentTarget }) => {
        // The event is asynchronous: it may be open again.
        if (!open || currentTarget.open) return
        // A second Escape closes without `cancel`; whether it stays closed is the owner's to say.
        currentTarget.showModal()
        onClose()
      }}
      className={classNames(
        'sheet m-auto max-h-[calc(100dvh-32px)] w-full rounded-3 bg-raised p-5 text-text shadow-float backdrop:bg-scrim motion-safe:open:animate-rise forced-colors:border phone:px-4 phone:pt-0',
        SIZES[size],
      )}
    >
      {open && (
        <>
          <h2 id={titleId} className="text-16">
            {title}
          </h2>
          <div className="mt-2 text-text-2">{children}</div>
          {actions !== undefined && (
            <div className="sticky -bottom-5 -mb-5 mt-3 flex flex-wrap justify-end gap-2 bg-raised pt-2 pb-5 phone:flex-col phone:[&_button]:h-10 desk:[&>:first-child:not(:only-child)]:mr-auto">
              {actions}
            </div>
          )}
        </>
      )}
    </dialog>
  )
}
