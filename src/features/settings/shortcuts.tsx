import { useSyncExternalStore } from 'react'
import { onKeySwitch, switchKeys } from '#/domain/preferences/shortcuts.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { Section } from '#/ui/data/section.tsx'
import { areKeysOff } from '#/ui/page-keys.ts'

/** Who presses keys by accident, or speaks to the computer, can do without the keys of pages. */
export const ShortcutsSection = () => {
  const off = useSyncExternalStore(onKeySwitch, areKeysOff)
  return (
    <Section title={m.settings_shortcuts()}>
      <Checkbox
        checked={!off}
        description={m.settings_shortcuts_what()}
        onChange={() => switchKeys(off)}
        className="mt-1"
      >
        {m.shortcuts_title()}
      </Checkbox>
      <p className="mt-2 text-12 text-text-3">{m.settings_on_device()}</p>
    </Section>
  )
}
