import { privacyMode } from '#/i18n/privacy-mode.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { areKeysOff } from '#/ui/page-keys.ts'
import type { MenuItem } from '#/ui/overlay/menu.tsx'

export const privacyModeItem = (): MenuItem => ({
  id: 'presenting',
  label: privacyMode?.end() ?? m.presenting(),
  icon: 'eye',
  note: areKeysOff() ? undefined : '⇧ P',
  onSelect: () =>
    void import('#/domain/privacy-mode/turn-privacy-mode.ts').then((code) => code.togglePrivacyMode()),
})
