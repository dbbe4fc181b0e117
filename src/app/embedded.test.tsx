// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eventually, renderApp } from '#/test/render-app.tsx'

test.each([false, true])(
  'in a portal there is neither rail nor account, on whatever page (phone: %s)',
  async (phone) => {
    const { user, search, address } = await renderApp('/objects?embed=1', {
      account: 'small_marketer',
      phone,
    })
    await screen.findByRole('heading', { name: 'Objects', level: 1 })
    const isBare = () =>
      expect([
        screen.queryByRole('navigation', { name: 'Main' }),
        screen.queryByRole('button', { name: 'Account' }),
        screen.queryByRole('link', { name: 'Callboard' }),
      ]).toEqual([null, null, null])
    isBare()
    await user.click(await screen.findByRole('link', { name: /^Smile Studio Kazan/ }))
    await screen.findByRole('region', { name: 'Tracking script' })
    isBare()
    expect(search().get('embed')).toBe('1')
    const out = screen.getByRole('link', { name: 'Open in a new tab' })
    expect(out.getAttribute('href')).toBe(address().replace('?embed=1', ''))
  },
)

test('filters of the journal stay beside it, and it is none of them', async () => {
  const { search } = await renderApp('/calls?embed=1&period=all&target_filter=1', { account: 'marketer' })
  await screen.findByRole('heading', { name: 'Journal', level: 1 })
  await eventually(() =>
    expect(Object.fromEntries(search())).toMatchObject({ embed: '1', target_filter: '1' }),
  )
  expect(screen.queryByText(/embed/i)).toBeNull()
})
