import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { onKeySwitch } from '#/domain/preferences/shortcuts.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, linkClass } from '#/ui/control/button.tsx'
import { Kbd } from '#/ui/kbd.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { areKeysOff } from '#/ui/page-keys.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { SHORTCUT_GROUPS, type Shortcut } from './shortcuts.ts'

/** Inline, to keep it out of the initial style sheet. */
const COLUMNS = { columns: '18rem 2', columnGap: 32 }
const WHOLE = { breakInside: 'avoid', paddingBottom: 20 } as const

export const ShortcutsDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { session } = useSignedIn()
  const off = useSyncExternalStore(onKeySwitch, areKeysOff)
  const close = useRef<HTMLButtonElement>(null)
  // Otherwise Enter would open Settings.
  useEffect(() => {
    if (isOpen) close.current?.focus()
  }, [isOpen])
  return (
    <Dialog
      open={isOpen}
      title={m.shortcuts_title()}
      size="wide"
      onClose={onClose}
      actions={
        <Button ref={close} onClick={onClose}>
          {m.close()}
        </Button>
      }
    >
      <div style={COLUMNS}>
        {SHORTCUT_GROUPS.map(({ title, shortcuts }) => (
          <Group
            key={title()}
            title={title()}
            shortcuts={shortcuts.filter(
              ({ isOfManagers }) => !isOfManagers || session.user?.is_agency_manager === true,
            )}
          />
        ))}
      </div>
      <p className="text-12 text-text-3">
        {off ? m.shortcuts_are_off() : m.shortcuts_not_typing()}{' '}
        <Link to="/settings" className={linkClass} onClick={onClose}>
          {off ? m.shortcuts_on_in_settings() : m.shortcuts_off_in_settings()}
        </Link>
      </p>
    </Dialog>
  )
}

const Group = ({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) => (
  <section style={WHOLE}>
    <h3 className="text-13 text-text">{title}</h3>
    <dl className="mt-1 text-13">
      {shortcuts.map(({ id, keys, does }) => (
        <div
          key={id}
          className="flex flex-row-reverse items-center justify-between gap-3 border-t border-line py-1.5"
        >
          <dt className="flex shrink-0 gap-1">
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dt>
          <dd className="min-w-0 first-letter:uppercase">{does()}</dd>
        </div>
      ))}
    </dl>
  </section>
)
