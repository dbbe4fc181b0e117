import { useSyncExternalStore } from 'react'
import { speak } from '#/domain/preferences/appearance-menus.tsx'
import { requestShortcutHelp, onKeySwitch, switchKeys } from '#/domain/preferences/shortcuts.ts'
import { getTheme, setTheme, subscribeTheme, THEMES } from '#/domain/preferences/theme.ts'
import { getLocale, LOCALE_NAMES, LOCALES } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'
import { Checkbox, Radio } from '#/ui/control/checkbox.tsx'
import { areKeysOff } from '#/ui/page-keys.ts'
import { Setting, SettingsSection } from './settings-section.tsx'

const THEME_WORD = { light: m.theme_light, dark: m.theme_dark, system: m.theme_system }
const ROW = 'flex flex-wrap gap-x-5 phone:grid'

export const OnThisDevice = () => (
  <SettingsSection title={m.settings_device()} about={m.settings_on_device()}>
    <LanguageSetting />
    <ThemeSetting />
    <ShortcutsSetting />
  </SettingsSection>
)

const LanguageSetting = () => (
  <Setting title={m.language()}>
    <fieldset className={ROW}>
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
  </Setting>
)

const ThemeSetting = () => {
  const theme = useSyncExternalStore(subscribeTheme, getTheme)
  return (
    <Setting title={m.theme()}>
      <fieldset className={ROW}>
        <legend className="sr-only">{m.theme()}</legend>
        {THEMES.map((one) => (
          <Radio key={one} name="theme" checked={one === theme} onChange={() => setTheme(one)}>
            {THEME_WORD[one]()}
          </Radio>
        ))}
      </fieldset>
    </Setting>
  )
}

const ShortcutsSetting = () => {
  const off = useSyncExternalStore(onKeySwitch, areKeysOff)
  return (
    <Setting title={m.settings_shortcuts()}>
      <fieldset>
        <legend className="sr-only">{m.shortcuts_title()}</legend>
        <Checkbox checked={!off} description={m.settings_shortcuts_what()} onChange={() => switchKeys(off)}>
          {m.settings_shortcuts_on()}
        </Checkbox>
      </fieldset>
      <p className="mt-1 text-13 print:hidden">
        <LinkButton onClick={requestShortcutHelp}>{m.settings_shortcuts_all()}</LinkButton>
      </p>
    </Setting>
  )
}
