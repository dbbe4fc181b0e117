import { useSyncExternalStore } from 'react'
import { presentingItem } from '#/app/privacy-mode/privacy-mode-item.ts'
import { speak, THEME_LOOK } from '#/domain/preferences/look-menus.tsx'
import { getTheme, setTheme, subscribeTheme, THEMES } from '#/domain/preferences/theme.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useSignOut } from '#/domain/session/use-sign-out.ts'
import { getLocale, LOCALE_NAMES, LOCALES } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { PaletteItem } from './item.ts'
import { useIsEmbedded } from './use-places.ts'

const presentation = (): PaletteItem => {
  const { id, icon = 'eye', label, onSelect } = presentingItem()
  return { id, icon, label, also: m.palette_also_presenting(), run: onSelect }
}

/** What can be done from anywhere; one more is one more line. */
export const useActions = ({ onShortcuts }: { onShortcuts: () => void }): readonly PaletteItem[] => {
  const { session } = useSignedIn()
  const signOut = useSignOut()
  const isEmbedded = useIsEmbedded()
  const theme = useSyncExternalStore(subscribeTheme, getTheme)
  return [
    ...THEMES.filter((one) => one !== theme).map((one) => ({
      id: `theme ${one}`,
      icon: THEME_LOOK[one].icon,
      label: m.palette_theme({ name: THEME_LOOK[one].word() }),
      also: m.palette_also_theme(),
      run: () => setTheme(one),
    })),
    ...LOCALES.filter((locale) => locale !== getLocale()).map((locale) => ({
      id: `language ${locale}`,
      icon: 'language' as const,
      label: m.palette_language({ name: LOCALE_NAMES[locale] }),
      also: m.palette_also_language(),
      run: () => void speak(locale),
    })),
    presentation(),
    {
      id: 'shortcuts',
      icon: 'help',
      label: m.shortcuts_title(),
      also: m.palette_also_shortcuts(),
      run: onShortcuts,
    },
    ...(session.sign_out && !isEmbedded
      ? [
          {
            id: 'sign-out',
            icon: 'sign-out' as const,
            label: m.sign_out(),
            also: m.palette_also_sign_out(),
            run: () => void signOut(),
          },
        ]
      : []),
  ]
}
