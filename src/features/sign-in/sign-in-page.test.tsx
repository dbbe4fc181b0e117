// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { SAMPLE_SIGN_INS, sampleSignIn } from '#/server/reference/sample-data.ts'
import { named } from '#/test/page.ts'
import { eventually, renderApp, type RenderAppOptions } from '#/test/render-app.tsx'

const { email, password } = sampleSignIn('small_marketer')

const open = async (options: Partial<RenderAppOptions> = {}) => {
  const app = await renderApp('/sign-in', { account: null, signInFirst: true, ...options })
  await screen.findByRole('heading', { level: 1 })
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })
  return {
    ...app,
    field,
    fill: (name: string, text: string) => app.user.type(field(name), text),
    submit: () => app.user.click(screen.getByRole('button', { name: 'Sign in' })),
    sent: () => app.api.requests.filter(({ method }) => method === 'POST'),
  }
}

test('a wrong pair says so, keeps the email and lets in afterwards', async () => {
  const { field, fill, submit, user } = await open()
  await fill('Email', email)
  await fill('Password', 'nonsense')
  await submit()
  await screen.findByText('Incorrect email or password')
  expect(field('Email').value).toBe(email)
  expect(field('Password').value).toBe('')
  expect(document.activeElement).toBe(field('Password'))
  await user.keyboard(`${password}{Enter}`)
  await screen.findByRole('heading', { name: 'Overview', level: 1 })
})

test.each([
  ['59', 'Too many attempts. Try again in 59 s.'],
  ['3000', 'Too many attempts. Try again in 50 min.'],
])('after too many tries the time to wait is the server’s: %s s', async (seconds, message) => {
  const { api, fill, submit } = await open()
  api.standInFront(
    () =>
      new Response('{"error":"rate_limited"}', {
        status: 429,
        headers: { 'x-callboard': '1', 'retry-after': seconds },
      }),
  )
  await fill('Email', email)
  await fill('Password', 'nonsense')
  await submit()
  await screen.findByText(message)
})

test('empty fields are named, and nothing is sent', async () => {
  const { field, submit, sent } = await open()
  await submit()
  await screen.findByText('Enter your email')
  screen.getByText('Enter your password')
  expect(document.activeElement).toBe(field('Email'))
  expect(sent()).toEqual([])
})

test('an API key opens a session too, and a wrong one does not', async () => {
  const { api, field, fill, submit, user } = await open()
  const { api_key: key } = await api.database
    .selectFrom('accounts')
    .select('api_key')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await user.click(screen.getByRole('button', { name: 'Use an API key instead' }))
  await fill('API key', 'wrong')
  await submit()
  await screen.findByText('This API key is not right')
  await user.clear(field('API key'))
  await fill('API key', key)
  await submit()
  await screen.findByRole('heading', { name: 'Overview', level: 1 })
})

test('a sample account is one press away', async () => {
  const { submit, user, address } = await open()
  const [first] = await screen.findAllByRole('button', { name: /^Fill in/ })
  await user.click(first!)
  await submit()
  await eventually(() => expect(address()).toBe('/clients'))
})

test('every sample account is named and lets in', async () => {
  const { user, submit, address, field, open: reopen, api } = await open()
  for (const sample of SAMPLE_SIGN_INS) {
    await screen.findByText(sample.email)
    const fill = screen
      .getAllByRole('button', { name: /^Fill in/ })
      .find((button) => button.closest('li')?.textContent.includes(sample.email))
    await user.click(fill!)
    expect(field('Email').value).toBe(sample.email)
    await submit()
    await eventually(() => expect(address()).not.toContain('/sign-in'))
    await api.write('DELETE', '/api/session')
    reopen('/sign-in')
    await screen.findByRole('heading', { name: 'Sign in', level: 1 })
  }
})

test('the page speaks Russian to a Russian browser, and switches', async () => {
  const { user } = await open({ locale: 'ru' })
  await screen.findByRole('heading', { name: 'Вход' })
  expect(document.documentElement.lang).toBe('ru')
  await user.click(screen.getByRole('button', { name: named('Язык Русский') }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'English' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(document.documentElement.lang).toBe('en')
})

const HELP = { HELP_URL: 'https://wiki.example.com/callboard', SIGN_IN_HELP: 'Ask Olga, room 12' }

test('who cannot get in is told whom to ask, in the operator’s words, and where help is', async () => {
  await open({ env: HELP })
  screen.getByText('Ask Olga, room 12')
  expect(screen.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe(HELP.HELP_URL)
})

test('so is who is in, in Settings', { tags: 'all' }, async () => {
  await renderApp('/settings', { account: 'client', env: HELP })
  const help = within(await screen.findByRole('region', { name: 'Help' }))
  help.getByText('Ask Olga, room 12')
  expect(help.getByRole('link', { name: 'Open the help at wiki.example.com' }).getAttribute('href')).toBe(
    HELP.HELP_URL,
  )
})

describe.each([true, false])(
  'who is signed in is led on from here: no other route is there yet: %s',
  { tags: 'all' },
  (signInFirst) => {
    test.each([
      ['', 'Overview', '/overview'],
      ['?next=%2Fcalls%3Ftarget_filter%3D1', 'Journal', '/calls?target_filter=1'],
      ['?next=%2Fno-such-page', 'There is no such page', '/no-such-page'],
    ])('/sign-in%s to %s', async (search, name, to) => {
      const { address } = await renderApp(`/sign-in${search}`, { account: 'small_marketer', signInFirst })
      await screen.findByRole('heading', { name, level: 1 })
      expect(address()).toBe(to)
    })
  },
)
