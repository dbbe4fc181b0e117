/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setPlayerSettings } from '#/domain/preferences/player.ts'
import { button, region, words } from '#/test/page.ts'
import { allowConsole, eventually, happens, renderApp } from '#/test/render-app.tsx'
import { currentRow, linkOf, openJournal } from '#/test/screens/journal.ts'
import { heard, plays } from '#/test/screens/sound.ts'
import { SHORTCUT_GROUPS, type ShortcutId } from './shortcuts.ts'

afterEach(() => setPlayerSettings({ speed: 1, volume: 1 }))

const PRESS: Readonly<Record<string, string>> = {
  'Ctrl K': '{Control>}k{/Control}',
  '⌘ K': '{Meta>}k{/Meta}',
  'Shift P': '{Shift>}P{/Shift}',
  Esc: '{Escape}',
  Home: '{Home}',
  End: '{End}',
  Enter: '{Enter}',
  Space: ' ',
  '←': '{ArrowLeft}',
  '→': '{ArrowRight}',
  '<': '{Shift>}[Comma]{/Shift}',
  '>': '{Shift>}[Period]{/Shift}',
  C: 'c',
  N: 'n',
  X: 'x',
  M: 'm',
}

const keysOf = (id: ShortcutId): readonly string[] =>
  SHORTCUT_GROUPS.flatMap(({ shortcuts }) => shortcuts)
    .filter((one) => one.id === id)
    .flatMap(({ keys }) => keys.map((key) => PRESS[key] ?? key))

const leaveFocus = () =>
  happens(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
const place = () => Number(currentRow()?.getAttribute('aria-rowindex')) - 1
const isAt = (expected: number) => eventually(() => expect(place()).toBe(expected))

const journal = async () => {
  const app = await openJournal('/calls?period=day')
  const oid = await app.oidOf('domograd-example-berlin')
  app.open(`/objects/${oid}/calls?period=all`)
  await app.settled()
  const { calls } = await app.answerOf(oid, '?period=all')
  const recorded = calls.flatMap(({ id, record_url: url }, index) =>
    url ? [{ index: index + 1, path: `/api/recordings/${oid}/${id}` }] : [],
  )
  return { ...app, recorded }
}

const PROOFS: Readonly<Record<ShortcutId, (keys: readonly string[]) => Promise<void>>> = {
  'go-to': async (keys) => {
    const { user } = await renderApp('/settings', { account: 'small_marketer' })
    await screen.findByRole('heading', { name: 'Settings', level: 1 })
    for (const key of keys) {
      await user.keyboard(key)
      await screen.findByRole('dialog', { name: 'Go to' })
      await user.keyboard('{Escape}')
      await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  },
  help: async ([key]) => {
    const { user } = await renderApp('/settings', { account: 'small_marketer' })
    await screen.findByRole('heading', { name: 'Settings', level: 1 })
    await user.keyboard(key!)
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  },
  present: async ([key]) => {
    // Navigation isn't supported by jsdom.
    allowConsole(/[Nn]avigation/)
    const { user } = await renderApp('/settings', { account: 'small_marketer' })
    await screen.findByRole('heading', { name: 'Settings', level: 1 })
    // Pressed as soon as the page is ready.
    await user.keyboard(key!)
    await eventually(() => expect(document.cookie).toContain('callboard-presenting='))
    document.cookie = 'callboard-presenting=; Path=/; Max-Age=0'
  },
  back: async ([key]) => {
    const { user, address, recorded } = await journal()
    const list = address()
    await user.click(linkOf(recorded[0]!.index)!)
    await screen.findByRole('region', { name: 'Attribution' })
    await leaveFocus()
    await user.keyboard(key!)
    await eventually(() => expect(address()).toBe(list))
  },
  find: async ([key]) => {
    const { user } = await journal()
    await user.keyboard(key!)
    expect(region('Filters').contains(document.activeElement)).toBe(true)
  },
  along: async ([back, on]) => {
    const { user } = await journal()
    await user.keyboard(PRESS['/'] ?? '/')
    await user.keyboard(on!.repeat(4))
    expect(document.activeElement).toBe(button('Status', region('Filters')))
    await user.keyboard(back!)
    expect(document.activeElement).toBe(button('Next period', region('Filters')))
  },
  rows: async ([down, up]) => {
    const { user } = await journal()
    await user.keyboard(down!)
    await isAt(1)
    await user.keyboard(down!)
    await isAt(2)
    await user.keyboard(up!)
    await isAt(1)
  },
  ends: async ([first, last]) => {
    const { user } = await renderApp('/objects', { account: 'marketer' })
    const rows = await eventually(() => {
      const links = [...document.querySelectorAll<HTMLElement>('tbody tr a[data-to="object"]')]
      expect(links.length).toBeGreaterThan(2)
      return links
    })
    await user.keyboard('j')
    await user.keyboard(last!)
    await eventually(() => expect(document.activeElement).toBe(rows.at(-1)))
    await user.keyboard(first!)
    await eventually(() => expect(document.activeElement).toBe(rows[0]))
  },
  open: async ([key]) => {
    const { user } = await journal()
    await user.keyboard('j')
    await isAt(1)
    await user.keyboard(key!)
    await screen.findByRole('region', { name: 'Attribution' })
  },
  'play-row': async ([key]) => {
    const { user, recorded } = await journal()
    const { index, path } = recorded[0]!
    for (let row = 1; row <= index; row++) {
      await user.keyboard('j')
      await isAt(row)
    }
    await user.keyboard(key!)
    await plays(path)
  },
  pin: async ([key]) => {
    const { user } = await renderApp('/clients', { account: 'agency_manager' })
    await screen.findByRole('table', { name: 'Clients' })
    await eventually(() => button('Pin Sever Group'))
    await user.keyboard('j')
    await user.keyboard(key!)
    await screen.findByRole('button', { name: /^Unpin / })
  },
  neighbours: async ([next, previous]) => {
    const { user, address, recorded } = await journal()
    await user.click(linkOf(recorded[0]!.index)!)
    await screen.findByRole('region', { name: 'Attribution' })
    const first = address()
    await leaveFocus()
    await user.keyboard(next!)
    await eventually(() => expect(address()).not.toBe(first))
    await screen.findByRole('region', { name: 'Attribution' })
    await user.keyboard(previous!)
    await eventually(() => expect(address()).toBe(first))
  },
  play: async ([key]) => {
    const { user, bar } = await listening()
    await user.click(button('Pause', bar()))
    await leaveFocus()
    await user.keyboard(key!)
    await eventually(() => button('Pause', bar()))
  },
  skip: async ([back, on]) => {
    const { user, bar } = await listening()
    await user.click(button('Pause', bar()))
    await leaveFocus()
    const { at } = heard()
    await user.keyboard(on!)
    await eventually(() => expect(heard().at).toBeCloseTo(at + 5, 1))
    await user.keyboard(back!)
    await eventually(() => expect(heard().at).toBeCloseTo(at, 1))
  },
  speed: async ([slower, faster]) => {
    const { user, bar } = await listening()
    const isPressed = (speed: string) =>
      eventually(() => expect(button(speed, bar()).ariaPressed).toBe('true'))
    await leaveFocus()
    await user.keyboard(faster!)
    await isPressed('1.25×')
    await user.keyboard(slower!)
    await isPressed('1×')
  },
  recordings: async ([next, previous]) => {
    const { user, recorded } = await listening()
    await user.keyboard(next!)
    await plays(recorded[1]!.path)
    await user.keyboard(previous!)
    await plays(recorded[0]!.path)
  },
  stop: async ([key]) => {
    const { user } = await listening()
    await user.keyboard(key!)
    await eventually(() => expect(screen.queryByRole('region', { name: 'Play all' })).toBeNull())
    expect(document.querySelector('audio')).toBeNull()
  },
  dial: async ([key]) => {
    const { user, caller } = await callers()
    const number = within(caller()).getAllByRole('link')[0]!
    const dialled: (string | null)[] = []
    number.addEventListener('click', (event) => {
      event.preventDefault()
      dialled.push(number.getAttribute('href'))
    })
    await user.keyboard(key!)
    expect(dialled).toEqual([expect.stringMatching(/^tel:\+\d+$/)])
  },
  called: ([key]) => becomes(key!, 'Called'),
  'not-needed': ([key]) => becomes(key!, 'Not needed'),
  'no-answer': async ([key]) => {
    const { user, caller } = await callers()
    await user.keyboard(key!)
    await eventually(() => expect(words(caller())).toContain('No answer, igor@domograd.ru'))
  },
  note: async ([key]) => {
    const { user } = await callers()
    await user.keyboard(key!)
    await screen.findByRole('textbox', { name: 'Note' })
  },
}

const callers = async () => {
  const app = await renderApp('/call-back', { account: 'marketer' })
  const caller = () => within(screen.getByRole('table', { name: 'Callers' })).getAllByRole('row')[1]!
  await eventually(() => expect(within(caller()).getAllByRole('link').length).toBeGreaterThan(0))
  await eventually(() => expect(document.body.textContent).toMatch(/\d+ people/))
  await app.user.keyboard('j')
  expect(caller().contains(document.activeElement)).toBe(true)
  return { ...app, caller }
}
const becomes = async (key: string, outcome: string) => {
  const { user, caller } = await callers()
  const number = words(within(caller()).getAllByRole('link')[0])
  await user.keyboard(key)
  await eventually(() => expect(words(caller())).not.toContain(number))
  await user.click(screen.getByRole('link', { name: /^Done today/ }))
  await eventually(() => expect(words(caller())).toContain(number))
  expect(words(caller())).toContain(`${outcome}, igor@domograd.ru`)
}

const listening = async () => {
  const app = await journal()
  await app.user.click(button('Play all'))
  await plays(app.recorded[0]!.path)
  const bar = () => screen.getByRole('region', { name: 'Play all' })
  within(bar()).getByRole('button', { name: 'Pause' })
  return { ...app, bar }
}

const listed = SHORTCUT_GROUPS.flatMap(({ shortcuts }) => shortcuts.map(({ id }) => id))

test.each(listed)('the keys for “%s” do what their list says', (id) => PROOFS[id](keysOf(id)))
