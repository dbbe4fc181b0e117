import { useEffect, useEffectEvent } from 'react'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { formatDay } from '#/i18n/format.ts'
import { getLocale, type Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'

/** Put here by the build (`scripts/user-changes.ts`). */
declare const USER_CHANGES: readonly {
  readonly version: string
  readonly date: string | null
  readonly lines: Readonly<Record<Locale, readonly string[]>>
}[]

/** What each version brought to the people who use it. */
export const WhatChangedDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Dialog
    open={isOpen}
    title={m.changes_title()}
    size="wide"
    onClose={onClose}
    actions={<Button onClick={onClose}>{m.close()}</Button>}
  >
    <Versions />
  </Dialog>
)

const Versions = () => {
  const { preferences, change } = usePreferences()
  const read = useEffectEvent(() => {
    const newest = USER_CHANGES[0]?.version
    if (newest === undefined || preferences.seen?.changes === newest) return
    change(({ seen }) => ({ seen: { ...seen, changes: newest } }))
  })
  useEffect(() => read(), [])
  return USER_CHANGES.map(({ version, date, lines }) => (
    <section key={version} className="mt-4">
      <h3 className="text-14 text-text">
        {m.changes_version({ version })}
        {date !== null && <span className="ml-2 text-13 font-normal text-text-3">{formatDay(date)}</span>}
      </h3>
      <ul className="mt-1">
        {lines[getLocale()].map((line) => (
          <li key={line} className="border-t border-line py-1.5">
            {line}
          </li>
        ))}
      </ul>
    </section>
  ))
}
