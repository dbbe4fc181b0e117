import type { ReactNode } from 'react'
import { errorText } from '#/domain/notice/error-text.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'

/** Confirms an action without undo; errors stay until closed. */
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
  confirm: string
  variant?: 'danger' | 'primary'
  disabledReason?: string | undefined
  act: { readonly isPending: boolean; readonly isError: boolean; readonly error: unknown; reset: () => void }
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}) => {
  const close = () => {
    if (isPending) return
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
