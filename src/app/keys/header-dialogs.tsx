import { useEffect } from 'react'
import { Palette } from '#/app/palette/palette.tsx'
import type { NavigationContext } from '../navigation-context.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

/** What keys open on every page. */
export type HeaderDialog = 'palette' | 'shortcuts'

/** Both stay while they are closed: a dialog gives the focus back as it closes. */
export const HeaderDialogs = ({
  opened,
  onOpen,
  visit,
}: {
  opened: HeaderDialog | null
  onOpen: (dialog: HeaderDialog | null) => void
  visit: NavigationContext
}) => {
  // Who goes back is done with what lies over the page, which may have a question of its own before it is left.
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
