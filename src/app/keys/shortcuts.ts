import { m } from '#/i18n/paraglide/messages.js'

/** Actions by shortcut; each is tested in `shortcuts.test.tsx`. */
export type ShortcutId =
  | 'go-to'
  | 'help'
  | 'present'
  | 'back'
  | 'find'
  | 'along'
  | 'rows'
  | 'ends'
  | 'open'
  | 'play-row'
  | 'pin'
  | 'neighbours'
  | 'play'
  | 'skip'
  | 'speed'
  | 'recordings'
  | 'stop'
  | 'dial'
  | 'called'
  | 'no-answer'
  | 'not-needed'
  | 'note'

export interface Shortcut {
  readonly id: ShortcutId
  /** Alternatives. */
  readonly keys: readonly string[]
  readonly does: () => string
  readonly isOfManagers?: true
}

interface ShortcutGroup {
  readonly title: () => string
  readonly shortcuts: readonly Shortcut[]
}

export const SHORTCUT_GROUPS: readonly ShortcutGroup[] = [
  {
    title: m.shortcuts_everywhere,
    shortcuts: [
      { id: 'go-to', keys: ['Ctrl K', '⌘ K'], does: m.shortcut_go_to },
      { id: 'help', keys: ['?'], does: m.shortcut_help },
      { id: 'present', keys: ['Shift P'], does: m.shortcut_present },
      { id: 'back', keys: ['Esc'], does: m.shortcut_close },
    ],
  },
  {
    title: m.shortcuts_lists,
    shortcuts: [
      { id: 'find', keys: ['/'], does: m.shortcut_find },
      { id: 'along', keys: ['←', '→'], does: m.shortcut_along },
      { id: 'rows', keys: ['j', 'k'], does: m.shortcut_rows },
      { id: 'ends', keys: ['Home', 'End'], does: m.shortcut_ends },
      { id: 'open', keys: ['Enter'], does: m.shortcut_open },
      { id: 'play-row', keys: ['p'], does: m.shortcut_play_row },
      { id: 'pin', keys: ['p'], does: m.shortcut_pin, isOfManagers: true },
    ],
  },
  {
    title: m.shortcuts_contact,
    shortcuts: [{ id: 'neighbours', keys: ['j', 'k'], does: m.shortcut_neighbours }],
  },
  {
    title: m.shortcuts_recording,
    shortcuts: [
      { id: 'play', keys: ['Space'], does: m.shortcut_play },
      { id: 'skip', keys: ['←', '→'], does: m.shortcut_skip },
      { id: 'speed', keys: ['<', '>'], does: m.shortcut_speed },
      { id: 'recordings', keys: ['j', 'k'], does: m.shortcut_recordings },
      { id: 'stop', keys: ['Esc'], does: m.shortcut_close_run },
    ],
  },
  {
    title: m.nav_call_back,
    shortcuts: [
      { id: 'dial', keys: ['Enter'], does: m.call_back_key_dial },
      { id: 'called', keys: ['C'], does: m.call_back_key_called },
      { id: 'no-answer', keys: ['N'], does: m.call_back_key_no_answer },
      { id: 'not-needed', keys: ['X'], does: m.call_back_key_not_needed },
      { id: 'note', keys: ['M'], does: m.call_back_key_note },
    ],
  },
]
