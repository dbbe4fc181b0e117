import { useEffect, useEffectEvent, useState } from 'react'
import { onShortcutHelp } from '#/domain/preferences/shortcuts.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { IconButton } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Kbd } from '#/ui/kbd.tsx'
import { isGoToKey, isHelpKey, isPresentKey } from '#/ui/page-keys.ts'
import { showToast } from '#/ui/overlay/toast.tsx'
import { useIsTablet } from '#/ui/use-is-phone.ts'
import { useOnIntent } from '#/ui/use-on-intent.ts'
import type { HeaderDialog } from './header-dialogs.tsx'

const KEY = navigator.platform.startsWith('Mac') ? '⌘ K' : 'Ctrl K'

const fetchPrivacyMode = () => import('#/domain/privacy-mode/turn-privacy-mode.ts')
const tellNotLoaded = () => showToast({ tone: 'failed', text: m.error_part_title() })

/** Palette, shortcut help and presentation mode, by shortcuts or header buttons. Loaded on use, without losing keys. */
export const HeaderKeys = () => {
  const isNarrow = useIsTablet()
  const [opened, setOpened] = useState<HeaderDialog | null>(null)
  const dialogs = useOnIntent(() => import('./header-dialogs.tsx').then((code) => code.HeaderDialogs))
  const open = (dialog: HeaderDialog) => {
    dialogs.load()
    setOpened(dialog)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isPresentKey(event)) {
      event.preventDefault()
      void fetchPrivacyMode().then((code) => code.togglePrivacyMode(), tellNotLoaded)
      return
    }
    const dialog = isGoToKey(event) ? 'palette' : isHelpKey(event) ? 'shortcuts' : null
    if (dialog === null) return
    event.preventDefault()
    open(dialog)
  })
  const showShortcuts = useEffectEvent(() => open('shortcuts'))
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  useEffect(() => onShortcutHelp(() => showShortcuts()), [])
  useEffect(() => {
    if (dialogs.error) tellNotLoaded()
  }, [dialogs.error])
  return (
    <>
      {isNarrow ? (
        <IconButton
          data-tool="go-to"
          icon="search"
          label={m.palette_title()}
          onClick={() => open('palette')}
        />
      ) : (
        <button
          type="button"
          {...dialogs.handlers}
          onClick={() => open('palette')}
          className="flex h-7 items-center gap-2 rounded-2 border border-line-control bg-raised px-2 text-13 text-text-3 hover:text-text"
        >
          <Icon name="search" />
          {m.palette_title()}
          <Kbd>{KEY}</Kbd>
        </button>
      )}
      <span className="contents phone:hidden">
        <IconButton
          {...dialogs.handlers}
          icon="help"
          label={m.shortcuts_title()}
          shortcut="?"
          onClick={() => open('shortcuts')}
        />
      </span>
      {dialogs.code && <dialogs.code opened={opened} onOpen={setOpened} />}
    </>
  )
}
