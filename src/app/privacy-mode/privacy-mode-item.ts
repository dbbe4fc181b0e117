import { presenting } from '#/i18n/privacy-mode.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { areKeysOff } from '#/ui/page-keys.ts'
import type { MenuItem } from '#/ui/overlay/menu.tsx'

export const presentingItem = (): MenuItem => ({
  id: 'presenting',
  label: presenting?.end() ?? m.presenting(),
  icon: 'eye',
  note: areKeysOff() ? undefined : '⇧ P',
  onSelect: () =>
    void import('#/domain/privacy-mode/turn-privacy-mode.ts').then((code) => code.switchPresenting()),
})
