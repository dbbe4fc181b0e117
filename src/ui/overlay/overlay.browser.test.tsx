import { useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount, press, pressOn, tabsThrough } from '#/test/browser.tsx'
import { OverlaysPart } from '../../../e2e/gallery/overlays.tsx'
import { Popover } from './popover.tsx'

/* Keyboard tests of overlays: focus, names and focus return. */

const button = (name: string) => page.getByRole('button', { name })

test('a menu opens by Enter, is walked by arrows, ends and letters, and gives the focus back', async () => {
  await mount(<OverlaysPart />)
  const menu = page.getByRole('menu', { name: 'View' })
  const theme = (name: string) => menu.getByRole('menuitemradio', { name })
  await pressOn(button('View'), 'Enter')
  await expect.element(theme('Light')).toHaveFocus()
  await expect.element(menu.getByRole('group', { name: 'Theme' })).toBeVisible()
  await expect.element(theme('System')).toBeChecked()
  await press('ArrowUp')
  await expect.element(menu.getByRole('menuitem', { name: /^Copy link/ })).toHaveFocus()
  await press('ArrowDown', 'ArrowDown')
  await expect.element(theme('Dark')).toHaveFocus()
  await press('Home', 's')
  await expect.element(theme('System')).toHaveFocus()
  await press('Escape')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(button('View')).toHaveFocus()
  await expect.element(button('View')).toHaveAttribute('aria-expanded', 'false')

  await press('Space')
  await expect.element(theme('Light')).toHaveFocus()
  await press('d', 'Enter')
  await expect.element(menu).not.toBeInTheDocument()
  expect(document.documentElement.dataset['theme']).toBe('dark')
  await expect.element(button('View')).toHaveFocus()
})

test('a popover takes the focus, names itself and gives it back', async () => {
  await mount(<OverlaysPart />)
  const popover = page.getByRole('dialog', { name: 'Density' })
  await pressOn(button('Density'), 'Enter')
  await expect.element(popover.getByRole('radio', { name: 'Compact, 32 px rows' })).toHaveFocus()
  await press('Escape')
  await expect.element(popover).not.toBeInTheDocument()
  await expect.element(button('Density')).toHaveFocus()
})

test('contents whose code comes after their popover has opened take the focus, once', async () => {
  const come = (what: string) => dispatchEvent(new CustomEvent('come', { detail: what }))
  const Late = () => {
    const [what, setWhat] = useState('')
    useEffect(() => {
      const show = (event: Event) => setWhat((event as CustomEvent<string>).detail)
      addEventListener('come', show)
      return () => removeEventListener('come', show)
    }, [])
    return (
      <Popover
        label="Days"
        renderTrigger={(trigger) => (
          <button type="button" {...trigger}>
            Days…
          </button>
        )}
      >
        {() =>
          what === '' ? (
            <p>Loading</p>
          ) : (
            <button type="button" data-autofocus key={what}>
              {what}
            </button>
          )
        }
      </Popover>
    )
  }
  await mount(<Late />)
  await pressOn(button('Days…'), 'Enter')
  await expect.element(page.getByText('Loading')).toBeVisible()
  come('Today')
  await expect.element(button('Today')).toHaveFocus()
  // Focus moved back to the button stays there.
  button('Days…').element().focus()
  come('Yesterday')
  await expect.element(button('Yesterday')).toBeVisible()
  await expect.element(button('Days…')).toHaveFocus()
})

test('a dialog takes the focus, keeps the page behind out of reach and gives the focus back', async () => {
  await mount(<OverlaysPart />)
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  const choice = (name: string) => dialog.getByRole('button', { name })
  await pressOn(button('Leave'), 'Enter')
  await expect.element(choice('Keep editing')).toHaveFocus()
  await tabsThrough([choice('Discard changes'), choice('Save changes')])
  await userEvent.tab()
  expect(document.querySelector('main :focus:not(dialog *)')).toBeNull()
  await userEvent.tab({ shift: true })
  await expect.element(choice('Save changes')).toHaveFocus()
  await press('Escape')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button('Leave')).toHaveFocus()
})

test('a search list filters while one types, Enter takes what the arrows point at', async () => {
  await mount(<OverlaysPart />)
  const search = page.getByRole('searchbox', { name: 'Clients' })
  const list = page.getByRole('listbox', { name: 'Clients' })
  await pressOn(page.getByRole('button', { name: 'Client Sever Group' }), 'Enter')
  await expect.element(search).toHaveFocus()
  await expect
    .element(list.getByRole('option', { name: /^Sever Group/ }))
    .toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('den')
  await expect.element(list.getByRole('option')).toHaveLength(2)
  await press('ArrowDown', 'ArrowDown')
  const second = list.getByRole('option', { name: /^Dental Polyana/ })
  await expect.element(search).toHaveAttribute('aria-activedescendant', second.element().id)
  await expect.element(search).toHaveFocus()
  await press('Enter')
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Client Dental Polyana' })).toHaveFocus()

  await press('Enter')
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('nobody')
  await expect.element(page.getByText('No client has that name.')).toBeVisible()
})

test('toasts are announced politely, stay as long as needed and can be dismissed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await mount(<OverlaysPart />)
    const region = page.getByRole('log')
    await expect.element(region).toBeEmptyDOMElement()
    await pressOn(button('Say it shortly'), 'Enter')
    await expect.element(region.getByText('Saved')).toBeVisible()
    await pressOn(region.getByRole('button', { name: 'Dismiss' }), 'Shift')
    vi.advanceTimersByTime(7000)
    await expect.element(region.getByText('Saved')).toBeVisible()
    await pressOn(button('Save script'), 'Enter')
    await expect.element(region.getByText('Tracking script saved')).toBeVisible()
    vi.advanceTimersByTime(7000)
    await expect.element(region.getByText('Saved')).not.toBeInTheDocument()
    await expect.element(region.getByText('Tracking script saved')).toBeVisible()
    await pressOn(region.getByRole('button', { name: 'Undo' }), 'Enter')
    await expect.element(region.getByText('Undone')).toBeVisible()
    await expect.element(region.getByText('Tracking script saved')).not.toBeInTheDocument()
    await pressOn(region.getByRole('button', { name: 'Dismiss' }), 'Enter')
    await expect.element(region).toBeEmptyDOMElement()
  } finally {
    vi.useRealTimers()
  }
})
