/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { switchKeys } from '#/domain/preferences/shortcuts.ts'
import { region, words } from '#/test/page.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

afterEach(() => switchKeys(true))

test('keys are switched off in Settings, said in their list, and switched on again', async () => {
  const { user, history } = await renderApp('/settings', { account: 'small_marketer' })
  await screen.findByRole('heading', { name: 'Settings', level: 1 })
  const keys = () => within(region('Shortcuts')).getByRole('checkbox', { name: 'On' })
  await user.click(keys())
  expect(localStorage.getItem('callboard.shortcuts')).toBe('off')
  keys().blur()
  await user.keyboard('?')
  await user.keyboard('{Control>}k{/Control}')
  await user.keyboard('{Shift>}P{/Shift}')
  expect(screen.queryByRole('dialog')).toBeNull()

  history.push('/objects')
  const [row] = await eventually(() => {
    const links = [...document.querySelectorAll<HTMLElement>('tbody a')]
    expect(links).not.toEqual([])
    return links
  })
  await user.keyboard('j')
  expect(document.activeElement?.closest('tbody')).toBeNull()
  await user.keyboard('/')
  expect(document.activeElement).not.toBe(screen.getByRole('searchbox'))
  // A table's own keys go on working.
  row!.focus()
  await user.keyboard('{End}')
  expect(document.activeElement).not.toBe(row)
  expect(document.activeElement?.closest('tbody')).not.toBeNull()

  await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
  const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(words(list)).toContain('These keys are switched off on this device.')
  await user.click(within(list).getByRole('link', { name: 'Switch on in Settings' }))
  await eventually(() => region('Shortcuts'))
  await user.click(keys())
  expect(localStorage.getItem('callboard.shortcuts')).toBeNull()
  keys().blur()
  await user.keyboard('?')
  const on = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(words(on)).toContain('Not while you type in a field.')
})
