import { useState, type ComponentType } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import type { IconName } from '#/ui/icon.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { useOnIntent } from '#/ui/use-on-intent.ts'
import { LoadError } from './load-error.tsx'

/** What opens by a button whose code comes first. */
export interface OpenedDialog {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Which time it is opened, for one that begins anew each time. */
  readonly nth: number
}

/** A quiet button that opens a dialog; the dialog's code comes on the first sign that it is wanted. */
export const DialogButton = ({
  title,
  icon,
  isIconOnPhone = false,
  fetchDialog,
}: {
  title: string
  icon?: IconName
  /** On a phone there is room for its icon alone. */
  isIconOnPhone?: boolean
  fetchDialog: () => Promise<ComponentType<OpenedDialog>>
}) => {
  const [nth, setNth] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const { code, error, load, handlers } = useOnIntent(async () => ({ Opened: await fetchDialog() }))
  return (
    <>
      <Button
        {...handlers}
        variant="ghost"
        icon={icon}
        aria-haspopup="dialog"
        onClick={() => {
          load()
          setNth(nth + 1)
          setOpen(true)
        }}
      >
        <span className={isIconOnPhone ? 'phone:sr-only' : undefined}>{title}</span>
      </Button>
      {nth > 0 && code !== null && <code.Opened nth={nth} isOpen={isOpen} onClose={() => setOpen(false)} />}
      <Dialog
        open={isOpen && code === null && error !== null}
        title={title}
        onClose={() => setOpen(false)}
        actions={<Button onClick={() => setOpen(false)}>{m.close()}</Button>}
      >
        <LoadError error={error} level={3} onRetry={load} className="" />
      </Dialog>
    </>
  )
}
