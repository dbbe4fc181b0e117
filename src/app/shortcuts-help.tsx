import { lazy, Suspense, useEffect, useState } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { IconButton } from '#/ui/control/button.tsx'
import { isHelpKey } from '#/ui/page-keys.ts'

const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}))

/** The keys of every page, by `?` and by a button of the header; loaded when they are asked for. */
export const ShortcutsHelp = () => {
  const [isOpen, setIsOpen] = useState(false)
  const [isWanted, setIsWanted] = useState(false)
  const open = () => {
    setIsWanted(true)
    setIsOpen(true)
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isHelpKey(event)) return
      event.preventDefault()
      setIsWanted(true)
      setIsOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <span className="contents phone:hidden">
        <IconButton icon="help" label={m.shortcuts_title()} shortcut="?" onClick={open} />
      </span>
      {isWanted && (
        <Suspense fallback={null}>
          <ShortcutsDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
