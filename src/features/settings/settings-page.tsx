import { useSyncExternalStore } from 'react'
import { speak } from '#/domain/preferences/look-menus.tsx'
import { getTheme, setTheme, subscribeTheme, THEMES } from '#/domain/preferences/theme.ts'
import { PageBar } from '#/domain/page-bar.tsx'
import { getLocale, LOCALE_NAMES, LOCALES } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Radio } from '#/ui/control/checkbox.tsx'
import { Section } from '#/ui/data/section.tsx'
import { HelpSection } from './help.tsx'
import { KeptData } from './kept-data.tsx'
import { OpenSessions } from './sessions.tsx'
import { ShortcutsSection } from './shortcuts.tsx'
import { WallSection } from './wall-section.tsx'

const THEME_WORD = { light: m.theme_light, dark: m.theme_dark, system: m.theme_system }

/** What a person decides about Callboard itself, and what it keeps for them. */
export const SettingsPage = () => (
  <>
    <PageBar title={m.nav_settings()} />
    <div className="grid max-w-240 gap-x-8 px-4 desk:grid-cols-2">
      <LanguageSection />
      <ThemeSection />
      <ShortcutsSection />
      <OpenSessions />
      <WallSection />
      <KeptData />
      <HelpSection />
    </div>
  </>
)

const LanguageSection = () => (
  <Section title={m.language()}>
    <fieldset className="mt-1 grid gap-1">
      <legend className="sr-only">{m.language()}</legend>
      {LOCALES.map((locale) => (
        <Radio
          key={locale}
          name="language"
          checked={locale === getLocale()}
          onChange={() => void speak(locale)}
        >
          <span lang={locale}>{LOCALE_NAMES[locale]}</span>
        </Radio>
      ))}
    </fieldset>
    <p className="mt-2 text-12 text-text-3">{m.settings_on_device()}</p>
  </Section>
)

const ThemeSection = () => {
  const theme = useSyncExternalStore(subscribeTheme, getTheme)
  return (
    <Section title={m.theme()}>
      <fieldset className="mt-1 grid gap-1">
        <legend className="sr-only">{m.theme()}</legend>
        {THEMES.map((one) => (
          <Radio key={one} name="theme" checked={one === theme} onChange={() => setTheme(one)}>
            {THEME_WORD[one]()}
          </Radio>
        ))}
      </fieldset>
      <p className="mt-2 text-12 text-text-3">{m.settings_on_device()}</p>
    </Section>
  )
}
