// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleSignIn } from '#/server/reference/sample-data.ts'
import { showToast } from '#/ui/overlay/toast.tsx'
import { button, rowsOf } from '#/test/page.ts'
import { happens, eventually, renderApp, type RenderedApp } from '#/test/render-app.tsx'

const target = () => screen.getByRole('checkbox', { name: 'Target only' })
const signInAs = async ({ user }: RenderedApp, account: 'small_marketer' | 'client') => {
  const { email, password } = sampleSignIn(account)
  await screen.findByRole('heading', { name: 'Sign in' })
  await user.type(screen.getByLabelText('Email', { selector: 'input' }), email)
  await user.type(screen.getByLabelText('Password', { selector: 'input' }), `${password}{Enter}`)
}
const main = () => within(screen.getAllByRole('navigation', { name: 'Main' })[0]!)
const journal = async () => {
  await screen.findByRole('table', { name: 'Contacts' })
  await eventually(() => expect(rowsOf('Contacts').some((row) => row['Object'])).toBe(true))
}

test('fault-401: a session that ends in the middle leads to the sign-in page and back, and what it was told stays behind', async () => {
  const app = await renderApp('/calls?period=year', { account: 'small_marketer' })
  await journal()
  await happens(() =>
    showToast({ text: 'Sever Group is pinned', action: { label: 'Undo', onPress: () => {} } }),
  )
  await screen.findByText('Sever Group is pinned')
  app.api.fault('session-ends')
  await app.user.click(target())
  await screen.findByRole('heading', { name: 'Sign in' })
  screen.getByText(/Your session has ended/)
  expect(screen.queryByRole('table')).toBeNull()
  app.api.fault()
  await signInAs(app, 'small_marketer')
  await eventually(() => expect(app.address()).toBe('/calls?period=year&target_filter=1'))
  await screen.findByRole('checkbox', { name: 'Target only', checked: true })
  expect(screen.queryByText('Sever Group is pinned')).toBeNull()
})

test('when another account signs in with this browser, the first one’s data are gone', async () => {
  const app = await renderApp('/calls?period=year', { account: 'small_marketer' })
  await journal()
  const own = new Set(rowsOf('Contacts').map((row) => row['Object']))
  await app.api.write('DELETE', '/api/session')
  await app.api.signIn('client')
  await app.user.click(target())
  await screen.findByRole('heading', { name: /^Signed in as .+ in another tab$/ })
  expect(screen.queryByRole('table')).toBeNull()
  button('Reload')
  expect(app.history.location.href).toBe('/')
  app.open('/calls')
  await journal()
  expect(rowsOf('Contacts').filter((row) => row['Object'] && own.has(row['Object']))).toEqual([])
  await app.user.click(button('Account'))
  const { email } = sampleSignIn('client')
  await screen.findByText(email)
})

test('a link opens after sign-in, but only a link of ours', async () => {
  const app = await renderApp('/calls?period=year&target_filter=1', { account: null })
  await signInAs(app, 'small_marketer')
  await eventually(() => expect(app.address()).toBe('/calls?period=year&target_filter=1'))
  await app.api.write('DELETE', '/api/session')
  app.open('/sign-in?next=//evil.example/')
  await signInAs(app, 'small_marketer')
  await eventually(() => expect(app.address()).toBe('/overview'))
})

test('an address that is no page says so inside the frame', async () => {
  const app = await renderApp('/no/such/page', { account: 'small_marketer' })
  await screen.findByRole('heading', { name: 'There is no such page' })
  await app.user.click(main().getByRole('link', { name: 'Objects' }))
  await screen.findByRole('heading', { name: 'Objects' })
})
