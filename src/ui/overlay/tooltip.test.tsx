// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { Button } from '#/ui/control/button.tsx'
import { standInForInvokers } from '#/test/stand-ins.ts'
import { Menu } from './menu.tsx'

afterEach(cleanup)

const tips = () => [...document.querySelectorAll('[popover=manual]')].map((tip) => tip.textContent)

test('a tap on a disabled control shows its reason, until the next tap', async () => {
  const user = userEvent.setup()
  const tap = (target: Element) => user.pointer({ keys: '[TouchA]', target })
  render(
    <>
      <Button disabledReason="You’re offline">Called</Button>
      <Button disabledReason={undefined}>Export</Button>
    </>,
  )
  await tap(screen.getByRole('button', { name: 'Called' }))
  expect(tips()).toEqual(['You’re offline'])
  await tap(screen.getByRole('button', { name: 'Export' }))
  expect(tips()).toEqual([])
})

test('so does one on a disabled item of a menu, which stays open', async () => {
  const endInvokers = standInForInvokers()
  const user = userEvent.setup()
  render(
    <Menu
      label="More"
      renderTrigger={(trigger) => (
        <button type="button" {...trigger}>
          More
        </button>
      )}
      groups={[
        { items: [{ id: 'note', label: 'Note', disabledReason: 'You’re offline', onSelect: () => {} }] },
      ]}
    />,
  )
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.pointer({ keys: '[TouchA]', target: await screen.findByRole('menuitem', { name: 'Note' }) })
  expect(tips()).toEqual(['You’re offline'])
  await endInvokers()
})
