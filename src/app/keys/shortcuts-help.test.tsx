// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { button, words } from '#/test/page.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

test('Settings lead to the keys, also while they are off', async () => {
  const { user } = await renderApp('/settings', { account: 'small_marketer' })
  await user.click(await screen.findByRole('checkbox', { name: /^On/ }))
  await user.click(button('See all keys'))
  const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  await user.click(within(help).getByRole('link', { name: /Settings/ }))
  await user.click(await screen.findByRole('checkbox', { name: /^On/ }))
})

test('a question mark shows the keys, but not while one types', async () => {
  const { user } = await renderApp('/objects', { account: 'small_marketer' })
  const search = await screen.findByRole('searchbox')
  await user.type(search, '?')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.clear(search)
  search.blur()
  await user.keyboard('?')
  const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(document.activeElement?.textContent).toBe('Close')
  expect(words(help)).toContain('Esc')
  expect(words(help)).toContain('close what is open, or one step back')
  expect(words(help)).toContain('go to a page, an object, a client')
  // Only agencies have clients.
  expect(words(help)).not.toContain('pin the client')
  await user.click(within(help).getByRole('button', { name: 'Close' }))
  await eventually(() => expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull())
  await user.click(button('Keyboard shortcuts'))
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
})

test('whoever goes back closes what lies over the page, which may have a question of its own', async () => {
  const { user } = await renderApp('/objects', { account: 'small_marketer' })
  await screen.findByRole('searchbox')
  for (const [key, name] of [
    ['?', 'Keyboard shortcuts'],
    ['{Control>}k{/Control}', 'Go to'],
  ] as const) {
    await user.keyboard(key)
    await screen.findByRole('dialog', { name })
    fireEvent(window, new PopStateEvent('popstate'))
    await eventually(() => expect(screen.queryByRole('dialog', { name })).toBeNull())
  }
})
