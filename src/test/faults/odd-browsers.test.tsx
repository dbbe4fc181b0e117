/** @module-tag all */
// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { dayText } from '#/contract/day.ts'
import { allowConsole, eventually, happens, renderApp } from '#/test/render-app.tsx'

/* Effects of browsers, extensions and computers on a page. */

afterEach(() => void vi.restoreAllMocks())

test.each(['getItem', 'setItem'] as const)(
  'fault-storage: a browser whose %s throws has defaults, and nothing else',
  async (method) => {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('The operation is insecure', 'SecurityError')
    })
    const app = await renderApp('/calls', { account: 'marketer' })
    await screen.findByRole('table', { name: 'Contacts' })
    app.open('/settings')
    await app.user.click(await screen.findByRole('radio', { name: 'Dark' }))
    expect(document.documentElement.dataset['theme']).toBe('dark')
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

test('fault-storage: what is damaged, old or huge there is not used', async () => {
  for (const key of ['callboard.theme', 'callboard.language', 'callboard.density', 'callboard.player'])
    localStorage.setItem(key, '{"v":'.repeat(1000))
  await renderApp('/calls', { account: 'marketer' })
  await screen.findByRole('table', { name: 'Contacts' })
})

/** Like translators: wraps texts. */
const translate = () => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const all: Text[] = []
  while (texts.nextNode()) all.push(texts.currentNode as Text)
  for (const text of all) {
    const font = document.createElement('font')
    text.replaceWith(font)
    font.append(document.createTextNode(`«${text.data}»`))
  }
}

test('fault-translator: the page asks not to be translated, since its figures would stay as they were; one whose texts were replaced goes on', async () => {
  expect(readFileSync('index.html', 'utf8')).toMatch(/<html[^>]* translate="no"/)
  const app = await renderApp('/calls', { account: 'marketer' })
  await screen.findByRole('table', { name: 'Contacts' })
  translate()
  await app.user.click(screen.getByRole('checkbox', { name: /Target only/ }))
  await screen.findByRole('button', { name: /Clear filters/ })
  await app.user.click(screen.getByRole('link', { name: /Objects/ }))
  await screen.findByRole('table', { name: /Objects/ })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('fault-midnight: when midnight passes on the contacts’ clock, the period is that of the new day', async () => {
  allowConsole(/./)
  const beforeMidnight = Date.parse('2026-11-20T20:59:30Z')
  const app = await renderApp('/overview', { account: 'marketer', now: beforeMidnight, timers: true })
  const ends = () =>
    app.api.requests.flatMap(({ path, body }) =>
      path === '/api/figures/report'
        ? dayText((JSON.parse(body) as { days: { last: number } }).days.last)
        : [],
    )
  await eventually(() => expect(ends()).toContain('2026-11-20'))
  expect(ends()).not.toContain('2026-11-21')
  // The newest contacts determine the time zone.
  const isClockKnown = () =>
    app.queryClient
      .getQueryCache()
      .getAll()
      .some(({ queryHash, state }) => queryHash.includes('"period":"all"') && state.status === 'success')
  await eventually(() => expect(isClockKnown()).toBe(true))
  await happens(() => {})
  await happens(() => vi.advanceTimersByTime(61_000))
  await eventually(() => expect(ends()).toContain('2026-11-21'))
})
