// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderApp } from '#/test/render-app.tsx'

const CALLER = '79164821705'

describe('an address that a page does not want as it is', () => {
  test('loses the caller before anything is asked, who filters the journal all the same', async () => {
    const app = await renderApp(`/calls?from_filter=${CALLER}&target_filter=1&period=decade`, {
      account: 'marketer',
    })
    await screen.findByText('No contacts')
    expect(app.address()).toBe('/calls?target_filter=1')
    expect(app.history.location.state).toMatchObject({ caller: CALLER, dropped: ['period'] })
    const lists = app.api.requests.filter(({ path }) => path === '/api/v2/calls')
    expect(lists.length).toBeGreaterThan(0)
    for (const { query } of lists) expect(query.get('from_filter')).toBe(CALLER)
  })

  test('of the journal loses what is not valid, and says so', async () => {
    const app = await renderApp('/calls?period=decade&client=', { account: 'marketer' })
    await screen.findByText(/^Not understood and left out of the filters: Period/)
    expect(app.address()).toBe('/calls')
  })

  test('loses the caller also on the way to the sign-in page', async () => {
    const app = await renderApp(`/calls?from_filter=${CALLER}&target_filter=1`, { account: null })
    await screen.findByRole('heading', { level: 1 })
    expect(app.address()).toBe('/sign-in?next=%2Fcalls%3Ftarget_filter%3D1')
  })

  test.each([
    ['/objects?status=9', '/objects', 'Status'],
    ['/audit?event=slept&who=anna', '/audit?who=anna', 'Event'],
    ['/console?endpoint=foo&view=drift', '/console?view=drift', 'Endpoint'],
  ])('%s loses what is not valid, and says so', async (written, address, name) => {
    const app = await renderApp(written, { account: 'small_marketer', rights: ['administer'] })
    await screen.findByText(`Not understood and left out of the address: ${name}`)
    expect(app.address()).toBe(address)
  })

  test('of the overview loses what is not valid, and says so', async () => {
    const app = await renderApp('/overview?bucket=hour&region=Moscow', { account: 'marketer' })
    await screen.findByRole('heading', { level: 1 })
    expect(app.address()).toBe('/overview?region=Moscow')
    expect(app.history.location.state).toMatchObject({ dropped: ['bucket'] })
  })
})
