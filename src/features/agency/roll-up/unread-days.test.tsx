// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ArchiveRollUp } from '#/contract/archive/roll-up.ts'
import { addDays } from '#/contract/day.ts'
import { button, region, rowsOf, words } from '#/test/page.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

const TODAY = '2026-11-20'
const bar = () => region('Roll-up')
const rowOf = (name: string) => rowsOf('Clients').find((row) => row['Company']?.startsWith(name))

test('a client is not shown as final when days could not be read', { tags: 'all' }, async () => {
  const app = await renderApp('/clients', {
    account: 'agency_manager',
    faults: ['calls-page-3-fails'],
  })
  const { api, user } = app
  const seek = async () => {
    await screen.findByRole('link', { name: 'Sever Group' })
    await user.type(screen.getByRole('searchbox'), 'sever group')
  }
  await seek()
  await user.click(button('Load figures', bar()))
  await eventually(() => expect(words(bar())).toMatch(/1 of 1 client loaded/))
  await eventually(async () => {
    const query = `date_from=${addDays(TODAY, -29)}&date_to=${TODAY}`
    const { accounts } = await api.get<ArchiveRollUp>(`/api/archive/roll-up?${query}`)
    expect(accounts.map(({ is_reading, unread }) => [is_reading, unread.length])).toEqual([[false, 1]])
  })

  app.open('/clients')
  await seek()
  await user.click(await within(bar()).findByRole('button', { name: 'Load figures' }))
  await eventually(() => expect(words(bar())).toContain('1 client incomplete'))
  expect(rowOf('Sever Group')?.['Contacts']).toMatch(/^\d+incomplete$/)
  await user.click(screen.getAllByRole('button', { name: /^Contacts \d+, incomplete$/ })[0]!)
  const receipt = await screen.findByRole('dialog', { name: 'Receipt' })
  expect(words(receipt)).toMatch(/Couldn’t read .+2026\./)

  api.fault()
  await user.click(button('Retry', receipt))
  await eventually(() => expect(rowOf('Sever Group')?.['Contacts']).not.toContain('incomplete'))
  expect(words(bar())).not.toContain('incomplete')
})
