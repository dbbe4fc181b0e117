import { useState } from 'react'
import { useOnIntent } from '#/ui/use-on-intent.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'

/** Opens the way to enter what was paid. Its code, and what reads files, comes only then. */
export const SpendButton = () => {
  // Another client's is another dialog: nothing that was typed for one is ever saved for the other.
  const { client } = useSignedIn().scope
  return <OpenSpend key={client} />
}

const fetchCode = () => import('./spend-dialog.tsx')

const OpenSpend = () => {
  const [opened, setOpened] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const { code, error, load, handlers } = useOnIntent(fetchCode)
  return (
    <>
      <Button
        {...handlers}
        variant="ghost"
        aria-haspopup="dialog"
        onClick={() => {
          load()
          setOpened(opened + 1)
          setOpen(true)
        }}
      >
        {m.spend_title()}
      </Button>
      {opened > 0 && code !== null && (
        <code.SpendDialog key={opened} isOpen={isOpen} onClose={() => setOpen(false)} />
      )}
      <Dialog
        open={isOpen && code === null && error !== null}
        title={m.spend_title()}
        onClose={() => setOpen(false)}
        actions={<Button onClick={() => setOpen(false)}>{m.close()}</Button>}
      >
        <LoadError error={error} level={3} onRetry={load} className="" />
      </Dialog>
    </>
  )
}
