// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { words } from '#/test/page.ts'
import { renderApp, type RenderAppOptions } from '#/test/render-app.tsx'

const OIDC = {
  AUTH_MODE: 'oidc',
  AUTH_KEYS: 'keys.json',
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'callboard',
}
const open = (url: string, options: Partial<RenderAppOptions> = {}) =>
  renderApp(url, { account: null, env: OIDC, ...options })
const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')

test('one way in, to the company’s provider and back to the page; nothing asks for a password', async () => {
  await open('/calls?period=year')
  expect(await hrefOf('Sign in with your company account')).toBe(
    '/auth/sign-in?next=%2Fcalls%3Fperiod%3Dyear',
  )
  screen.getByRole('heading', { name: 'Sign in', level: 1 })
  expect(document.querySelectorAll('input, form')).toHaveLength(0)
  expect(screen.queryByText('Sample sign-ins')).toBeNull()
})

test('a link that leads elsewhere is not handed on', async () => {
  await open('/sign-in?next=//evil.example/')
  expect(await hrefOf('Sign in with your company account')).toBe('/auth/sign-in')
})

test('a session that has ended says so', async () => {
  await open('/sign-in?ended=1&next=/calls')
  await screen.findByText('Your session has ended. Sign in to continue where you were.')
})

test.each([
  ['unavailable', 'The company’s sign-in is not answering.', 'Retry'],
  ['denied', 'The company’s sign-in did not let you in.', 'Sign in with your company account'],
  ['expired', 'This sign-in took too long', 'Sign in with your company account'],
  ['untrusted', 'verify your company’s sign-in', 'Sign in with your company account'],
  ['service', 'Callboard couldn’t open your account', 'Retry'],
])('%s: what happened, and another try that leads to the same page', async (failed, text, button) => {
  await open(`/sign-in?failed=${failed}&next=/calls`)
  await screen.findByText(text, { exact: false })
  expect(await hrefOf(button)).toBe('/auth/sign-in?next=%2Fcalls')
})

test.each([
  ['no_account', 'oidc', 'No access yet', 'For access, ask it@example.com.', 'Sign in with another account'],
  ['key_refused', 'oidc', 'Your account cannot be opened', 'Tell it@example.com.', 'Retry'],
  ['key_refused', 'proxy', 'Your account cannot be opened', 'Tell it@example.com.', 'Retry'],
] as const)('%s (%s): who it is, whom to ask, and no advice that would not help', async (...one) => {
  const [refused_because, sign_in, title, ask, action] = one
  await open('/calls?period=year', {
    before: async (api) => {
      const nobody = await api.get<object>('/api/session')
      const answer = {
        ...nobody,
        sign_in,
        refused: 'carl@example.com',
        refused_because,
        ask: 'it@example.com',
      }
      api.standInFront(() => Response.json(answer, { headers: { 'X-Callboard': '1' } }))
    },
  })
  await screen.findByRole('heading', { name: title, level: 1 })
  screen.getByText('carl@example.com', { exact: false })
  const address = screen.getByRole('link', { name: 'it@example.com' })
  expect(words(address.closest('p'))).toBe(ask)
  expect(address.getAttribute('href')).toBe('mailto:it@example.com')
  expect(await hrefOf(action)).toBe(
    refused_because === 'no_account'
      ? '/auth/sign-in?again=1'
      : sign_in === 'oidc'
        ? '/auth/sign-in?next=%2Fcalls%3Fperiod%3Dyear'
        : '/calls?period=year',
  )
  expect(screen.getAllByRole('link')).toHaveLength(2)
})

test('in Russian too', async () => {
  await open('/sign-in?failed=unavailable', { locale: 'ru' })
  await screen.findByText('Служба входа компании не отвечает.', { exact: false })
  expect(await hrefOf('Повторить')).toBe('/auth/sign-in')
})
