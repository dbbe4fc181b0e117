import type { ReactNode } from 'react'
import { errorText } from '#/domain/notice/error-text.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'

/** Asks before something is done that is not undone by a press; why it has failed stands there until it is closed. */
export const ConfirmDialog = ({
  open,
  title,
  confirm,
  variant = 'danger',
  disabledReason,
  act: { isPending, isError, error, reset },
  onConfirm,
  onClose,
  children,
}: {
  open: boolean
  title: string
  /** The word of the button. */
  confirm: string
  variant?: 'danger' | 'primary'
  disabledReason?: string | undefined
  /** A mutation. */
  act: { readonly isPending: boolean; readonly isError: boolean; readonly error: unknown; reset: () => void }
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}) => {
  const close = () => {
    reset()
    onClose()
  }
  return (
    <Dialog
      open={open}
      title={title}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{m.cancel()}</Button>
          <Button variant={variant} pending={isPending} disabledReason={disabledReason} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <p>{children}</p>
      {isError && (
        <p role="alert" className="mt-2 text-missed">
          {errorText(error)}
        </p>
      )}
    </Dialog>
  )
}
