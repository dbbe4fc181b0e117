import { Palette } from './palette/palette.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

/** What keys open on every page. */
export type HeaderDialog = 'palette' | 'shortcuts'

/** Both stay while they are closed: a dialog gives the focus back as it closes. */
export const HeaderDialogs = ({
  opened,
  onOpen,
}: {
  opened: HeaderDialog | null
  onOpen: (dialog: HeaderDialog | null) => void
}) => (
  <>
    <Palette
      isOpen={opened === 'palette'}
      onClose={() => onOpen(null)}
      onShortcuts={() => onOpen('shortcuts')}
    />
    <ShortcutsDialog isOpen={opened === 'shortcuts'} onClose={() => onOpen(null)} />
  </>
)
