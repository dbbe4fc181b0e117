import { useSyncExternalStore } from 'react'
import { mayLeave } from '#/domain/saving/leaving.ts'
import { getLocale, LOCALE_NAMES, LOCALES, setLocale, type Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Icon, type IconName } from '#/ui/icon.tsx'
import { Menu } from '#/ui/overlay/menu.tsx'
import { getTheme, setTheme, subscribeTheme, THEMES, type Theme } from './theme.ts'

export const speak = async (locale: Locale) => {
  if (!(await mayLeave())) return
  setLocale(locale)
}

export const THEME_LABELS = {
  light: { icon: 'sun', word: m.theme_light },
  dark: { icon: 'moon', word: m.theme_dark },
  system: { icon: 'system', word: m.theme_system },
} as const satisfies Record<Theme, { icon: IconName; word: () => string }>

const button =
  'flex h-8 items-center gap-1.5 rounded-2 px-2 text-13 text-text-3 hover:bg-press hover:text-text phone:h-10'

export const ThemeMenu = () => {
  const theme = useSyncExternalStore(subscribeTheme, getTheme)
  return (
    <Menu
      label={m.theme()}
      groups={[
        {
          items: THEMES.map((one) => ({
            id: one,
            label: THEME_LABELS[one].word(),
            icon: THEME_LABELS[one].icon,
            checked: one === theme,
            onSelect: () => setTheme(one),
          })),
        },
      ]}
      renderTrigger={(trigger) => (
        <button type="button" {...trigger} className={button}>
          <Icon name={THEME_LABELS[theme].icon} />
          <span className="sr-only">{m.theme()} </span>
          {THEME_LABELS[theme].word()}
        </button>
      )}
    />
  )
}

export const LanguageMenu = () => (
  <Menu
    label={m.language()}
    groups={[
      {
        items: LOCALES.map((locale) => ({
          id: locale,
          label: LOCALE_NAMES[locale],
          checked: getLocale() === locale,
          onSelect: () => void speak(locale),
        })),
      },
    ]}
    renderTrigger={(trigger) => (
      <button type="button" {...trigger} className={button}>
        <Icon name="language" />
        <span className="sr-only">{m.language()} </span>
        {LOCALE_NAMES[getLocale()]}
      </button>
    )}
  />
)
