import { useEffect } from 'react'
import { Palette } from '#/app/palette/palette.tsx'
import type { NavigationContext } from '../navigation-context.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

export type HeaderDialog = 'palette' | 'shortcuts'

export const HeaderDialogs = ({
  opened,
  onOpen,
  visit,
}: {
  opened: HeaderDialog | null
  onOpen: (dialog: HeaderDialog | null) => void
  visit: NavigationContext
}) => {
  // Back closes the dialog; the page may confirm unsaved work.
  useEffect(() => {
    const close = () => onOpen(null)
    addEventListener('popstate', close)
    return () => removeEventListener('popstate', close)
  }, [onOpen])
  return (
    <>
      <Palette
        isOpen={opened === 'palette'}
        visit={visit}
        onClose={() => onOpen(null)}
        onShortcuts={() => onOpen('shortcuts')}
      />
      <ShortcutsDialog isOpen={opened === 'shortcuts'} onClose={() => onOpen(null)} />
    </>
  )
}
