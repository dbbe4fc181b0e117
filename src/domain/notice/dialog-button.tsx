import { useState, type ComponentType } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import type { IconName } from '#/ui/icon.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { useOnIntent } from '#/ui/use-on-intent.ts'
import { LoadError } from './load-error.tsx'

export interface OpenedDialog {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Counts openings, for dialogs that reset each time. */
  readonly nth: number
}

/** Button that opens a dialog, loaded on hover or focus. */
export const DialogButton = ({
  title,
  icon,
  isIconOnPhone = false,
  fetchDialog,
}: {
  title: string
  icon?: IconName
  /** Icon only on a phone. */
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
