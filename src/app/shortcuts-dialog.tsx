import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Kbd } from '#/ui/kbd.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

interface Shortcut {
  /** Each does it alone. */
  readonly keys: readonly string[]
  readonly does: () => string
}

const LISTS: readonly Shortcut[] = [
  { keys: ['/'], does: m.shortcut_find },
  { keys: ['j', 'k'], does: m.shortcut_rows },
  { keys: ['Enter'], does: m.shortcut_open },
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

/** Dialog "Keyboard shortcuts". */
export const ShortcutsDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { session } = useSignedIn()
  const everywhere: readonly Shortcut[] = [
    ...(session.user?.is_agency_manager ? [{ keys: ['Ctrl K', '⌘ K'], does: m.shortcut_clients }] : []),
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
        <Group title={m.nav_overview()} shortcuts={[{ keys: ['Esc'], does: m.shortcut_step_back }]} />
        {session.user?.is_agency_manager && (
          <Group title={m.clients_title()} shortcuts={[{ keys: ['p'], does: m.shortcut_pin }]} />
        )}
      </div>
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
