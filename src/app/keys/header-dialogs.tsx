import { useEffect } from 'react'
import { Palette } from '#/app/palette/palette.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

export type HeaderDialog = 'palette' | 'shortcuts'

export const HeaderDialogs = ({
  opened,
  onOpen,
}: {
  opened: HeaderDialog | null
  onOpen: (dialog: HeaderDialog | null) => void
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
        onClose={() => onOpen(null)}
        onShortcuts={() => onOpen('shortcuts')}
      />
      <ShortcutsDialog isOpen={opened === 'shortcuts'} onClose={() => onOpen(null)} />
    </>
  )
}
