import { useId, type ReactNode } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { closeIfAllowed } from './leaving.ts'

/** A dialog of one form, with "Cancel" and the button that saves at its foot. */
export const FormDialog = ({
  open,
  title,
  save,
  isPending,
  isDirty,
  keepsDraft = false,
  disabledReason,
  onSave,
  onClose,
  children,
}: {
  open: boolean
  title: string
  save: string
  isPending: boolean
  /** Closing asks first, unless the draft is kept, and so does leaving the page. */
  isDirty: boolean
  keepsDraft?: boolean
  disabledReason: string | undefined
  onSave: () => void
  onClose: () => void
  children: ReactNode
}) => {
  const formId = useId()
  const close = () => void closeIfAllowed(onClose)
  return (
    <>
      <Dialog
        open={open}
        title={title}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{m.cancel()}</Button>
            <Button
              variant="primary"
              type="submit"
              form={formId}
              pending={isPending}
              disabledReason={disabledReason}
            >
              {save}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          noValidate
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (disabledReason === undefined && !isPending) onSave()
          }}
        >
          {children}
        </form>
      </Dialog>
      {/* Beside the dialog: a draft outlives its closing. */}
      <LeaveGuard isDirty={isDirty} isSaving={isPending} isDraft={keepsDraft} />
    </>
  )
}
