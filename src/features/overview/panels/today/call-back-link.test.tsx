// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { words } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'
import { allLoaded, openOverview, panel } from '#/features/overview/page-testing.ts'

const numbersIn = (element: HTMLElement) =>
  [...element.querySelectorAll('a[href^="tel:"]')]
    .map((link) => link.getAttribute('href') ?? '')
    .toSorted((a, b) => a.localeCompare(b))

test('“Call back N people” opens exactly those people, and who is marked there is counted no more', async () => {
  const { user } = await openOverview('', { account: 'marketer' })
  await allLoaded()
  const title = await screen.findByRole('heading', { name: /^Call back \d+ / })
  const people = Number(/\d+/.exec(words(title))![0])
  await user.click(within(panel('Today')).getByRole('button', { name: 'Show the list' }))
  const meant = numbersIn(await screen.findByRole('list', { name: 'To call back' }))
  expect(meant).toHaveLength(people)

  await user.click(within(panel('Today')).getByRole('link', { name: 'Call back' }))
  const table = await screen.findByRole('table', { name: 'Callers' })
  await eventually(() => expect(numbersIn(table)).toEqual(meant))
  expect(screen.getByRole('button', { name: /^From Overview/ }).getAttribute('aria-pressed')).toBe('true')
  await user.click(within(table).getAllByRole('button', { name: /^Called:/ })[0]!)
  await eventually(() => expect(numbersIn(table)).toHaveLength(people - 1))

  await user.click(
    within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Overview' }),
  )
  await screen.findByRole('heading', { name: new RegExp(`^Call back ${people - 1} `) })
  await eventually(() =>
    expect(words(panel('Did not get through'))).toContain('1 more is marked on Call back as done'),
  )
})
