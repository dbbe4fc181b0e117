import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { onKeySwitch } from '#/domain/preferences/shortcuts.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, linkClass } from '#/ui/control/button.tsx'
import { Kbd } from '#/ui/kbd.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { areKeysOff } from '#/ui/page-keys.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

interface Shortcut {
  /** Each does it alone. */
  readonly keys: readonly string[]
  readonly does: () => string
}

const LISTS: readonly Shortcut[] = [
  { keys: ['/'], does: m.shortcut_find },
  { keys: ['j', 'k'], does: m.shortcut_rows },
  { keys: ['Home', 'End'], does: m.shortcut_ends },
  { keys: ['Enter'], does: m.shortcut_open },
  { keys: ['p'], does: m.shortcut_play_row },
  { keys: ['Esc'], does: m.shortcut_back },
]
const CONTACT: readonly Shortcut[] = [
  { keys: ['j', 'k'], does: m.shortcut_neighbours },
  { keys: ['Esc'], does: m.shortcut_back },
]
const RECORDING: readonly Shortcut[] = [
  { keys: ['Space'], does: m.shortcut_play },
  { keys: ['←', '→'], does: m.shortcut_skip },
  { keys: ['<', '>'], does: m.shortcut_speed },
]

const RUN: readonly Shortcut[] = [
  { keys: ['j', 'k'], does: m.shortcut_recordings },
  { keys: ['Esc'], does: m.shortcut_close_run },
]

/** Dialog "Keyboard shortcuts". */
export const ShortcutsDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { session } = useSignedIn()
  const off = useSyncExternalStore(onKeySwitch, areKeysOff)
  const everywhere: readonly Shortcut[] = [
    { keys: ['Ctrl K', '⌘ K'], does: m.shortcut_go_to },
    { keys: ['Esc'], does: m.shortcut_close },
    { keys: ['Shift P'], does: m.shortcut_present },
    { keys: ['?'], does: m.shortcut_help },
  ]
  return (
    <Dialog
      open={isOpen}
      title={m.shortcuts_title()}
      size="wide"
      onClose={onClose}
      actions={<Button onClick={onClose}>{m.close()}</Button>}
    >
      <div className="grid gap-x-8 gap-y-5 desk:grid-cols-2">
        <Group title={m.shortcuts_everywhere()} shortcuts={everywhere} />
        <Group title={m.shortcuts_lists()} shortcuts={LISTS} />
        <Group title={m.shortcuts_contact()} shortcuts={CONTACT} />
        <Group title={m.shortcuts_recording()} shortcuts={RECORDING} />
        <Group title={m.shortcuts_run()} shortcuts={RUN} />
        <Group title={m.object_key()} shortcuts={[{ keys: ['Esc'], does: m.shortcut_back }]} />
        <Group title={m.nav_overview()} shortcuts={[{ keys: ['Esc'], does: m.shortcut_step_back }]} />
        {session.user?.is_agency_manager && (
          <Group title={m.clients_title()} shortcuts={[{ keys: ['p'], does: m.shortcut_pin }]} />
        )}
      </div>
      <p className="mt-4 text-12 text-text-3">
        {off ? m.shortcuts_are_off() : m.shortcuts_not_typing()}{' '}
        <Link to="/settings" className={linkClass} onClick={onClose}>
          {off ? m.shortcuts_on_in_settings() : m.shortcuts_off_in_settings()}
        </Link>
      </p>
    </Dialog>
  )
}

const Group = ({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) => (
  <section>
    <h3 className="text-13 text-text">{title}</h3>
    <dl className="mt-1 text-13">
      {shortcuts.map(({ keys, does }) => (
        <div key={keys.join(' ')} className="flex items-center gap-3 border-t border-line py-1.5">
          <dt className="flex w-24 shrink-0 flex-wrap gap-1">
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dt>
          <dd className="min-w-0">{does()}</dd>
        </div>
      ))}
    </dl>
  </section>
)
