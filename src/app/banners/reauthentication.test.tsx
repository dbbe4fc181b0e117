/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { ApiError } from '#/api/error.ts'
import type { ListedCall } from '#/contract/call.ts'
import type { Obj } from '#/contract/object.ts'
import type { SampleAccount } from '#/contract/session.ts'
import { reportOutsideError } from '#/domain/session/outside-cache.ts'
import { sampleSignIn } from '#/server/reference/sample-data.ts'
import { button } from '#/test/page.ts'
import { eventually, loadLaterParts, renderApp, type RenderedApp } from '#/test/render-app.tsx'

beforeAll(loadLaterParts)

type Field = HTMLInputElement | HTMLTextAreaElement
type Type = (app: RenderedApp) => Promise<Field>
interface Place {
  readonly account: SampleAccount
  readonly page: (app: RenderedApp) => Promise<string> | string
  readonly forms: Readonly<Record<string, Type>>
}

const paste = async ({ user }: RenderedApp, field: HTMLElement, text: string): Promise<Field> => {
  await user.clear(field)
  await user.click(field)
  await user.paste(text)
  return field as Field
}
const inDialog =
  (opens: string, label: string | RegExp, text: string): Type =>
  async (app) => {
    await app.user.click(await eventually(() => button(opens)))
    const form = within(await screen.findByRole('dialog'))
    const [field] = await eventually(() => form.getAllByRole('textbox', { name: label }))
    return paste(app, field!, text)
  }
const note = inDialog('Add note', 'Note', 'Wants a garage')
const tag: Type = async (app) => paste(app, await screen.findByRole('textbox', { name: 'New tag' }), 'gara')

const contactPage: Place['page'] = async ({ api }) => {
  const { calls } = (await api.get('/api/v2/calls?period=month')) as { calls: ListedCall[] }
  return `/objects/${calls[0]!.obj_oid}/calls/${calls[0]!.id}`
}

const PLACES: Readonly<Record<string, Place>> = {
  'the page of a contact': { account: 'marketer', page: contactPage, forms: { tag, note } },
  'the agency’s settings': {
    account: 'agency_manager',
    page: () => '/clients',
    forms: {
      name: async (app) => {
        const form = within(await screen.findByRole('region', { name: 'Agency settings' }))
        const field = await form.findByLabelText<HTMLInputElement>('Name')
        await eventually(() => expect(field.value).not.toBe(''))
        return paste(app, field, 'Another name')
      },
    },
  },
  'the page of an object': {
    account: 'marketer',
    page: async ({ api }) => {
      const { objs } = (await api.get('/api/v2/objs/')) as { objs: Obj[] }
      return `/objects/${objs.find((one) => one.is_tracking)!.oid}`
    },
    forms: {
      'an option of the script': async ({ user }) => {
        const script = within(await screen.findByRole('region', { name: 'Tracking script' }))
        const [option] = await script.findAllByRole<HTMLInputElement>('checkbox')
        await user.click(option!)
        return option!
      },
    },
  },
  'alerts and reports': {
    account: 'marketer',
    page: () => '/alerts',
    forms: {
      alert: inDialog('New alert', 'Email addresses', 'olga@sever.example'),
      report: inDialog('New report', 'To', 'olga@sever.example'),
    },
  },
  'the journal': {
    account: 'small_marketer',
    page: () => '/calls?period=year&status_filter=BUSY',
    forms: { view: inDialog('Save view', 'Name', 'Mine') },
  },
  'the overview': {
    account: 'small_marketer',
    page: () => '/overview?period=last_7_days&compare=none',
    forms: {
      plan: inDialog('Set a plan', 'Contacts', '1500'),
      'note on the trend': inDialog('Add note', 'What happened', 'New prices'),
      spend: inDialog('Spend', /^Amount, /, '77000'),
    },
  },
}

const overPage = () => screen.findByRole('dialog', { name: 'Sign in' })
const endSession = async ({ api, queryClient }: RenderedApp) => {
  await api.write('DELETE', '/api/session')
  await queryClient.refetchQueries({ type: 'active' })
}
const signInAs = async (app: RenderedApp, account: SampleAccount) => {
  const { email, password } = sampleSignIn(account)
  const form = within(await overPage())
  await paste(app, await form.findByLabelText('Email', { selector: 'input' }), email)
  const secret = await paste(app, form.getByLabelText('Password', { selector: 'input' }), password)
  await app.user.type(secret, '{Enter}')
}
const open = async ({ account, page }: Pick<Place, 'account' | 'page'>) => {
  const app = await renderApp('/settings', { account })
  await screen.findByRole('heading', { level: 1 })
  app.open(await page(app))
  await screen.findByRole('heading', { level: 1 })
  // Loads at idle, which may be late on a busy machine.
  await eventually(() => expect(document.querySelectorAll('.top-bar > [role="status"]')).toHaveLength(2))
  return app
}
const valueOf = (field: Field) =>
  field instanceof HTMLInputElement && field.type === 'checkbox' ? field.checked : field.value
const isSeen = (element: Element) => getComputedStyle(element).visibility !== 'hidden'

test.each(Object.entries(PLACES))(
  'fault-401-typed: what is typed on %s waits, unseen, for the person to sign in again',
  async (_, { account, page, forms }) => {
    const app = await open({ account, page })
    for (const [name, type] of Object.entries(forms)) {
      const field = await type(app)
      const [address, title, typed] = [app.address(), document.title, valueOf(field)]
      await endSession(app)
      within(await overPage()).getByText(/^Your session has ended\. What you typed is kept/)
      expect([app.address(), document.title, isSeen(field), field.closest('[inert]') !== null], name).toEqual(
        [address, 'Sign in · Callboard', false, true],
      )
      await signInAs(app, account)
      await eventually(() => expect(screen.queryByRole('dialog', { name: 'Sign in' })).toBeNull())
      expect([app.address(), document.title, isSeen(field), field.isConnected, valueOf(field)], name).toEqual(
        [address, title, true, true, typed],
      )
      const dialog = screen.queryByRole('dialog')
      if (dialog) await app.user.click(button('Cancel', dialog))
      const discard = screen.queryByRole('button', { name: 'Leave without saving' })
      if (discard) await app.user.click(discard)
      await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  },
)

const openNote = async () => {
  const app = await open({ account: 'marketer', page: contactPage })
  return { app, field: await note(app) }
}
test.each(
  Object.values(PLACES).flatMap(({ forms, ...place }) =>
    Object.entries(forms).map(([name, type]) => ({ ...place, name, type })),
  ),
)('fault-401-typed: saving meets the end of the session by itself: $name', async ({ type, ...place }) => {
  const app = await open(place)
  const field = await type(app)
  // So that the save is the first request to fail.
  await eventually(() => expect(app.queryClient.isFetching()).toBe(0))
  app.api.hold(/\/figures\b/)
  await app.api.write('DELETE', '/api/session')
  const saves = [...document.querySelectorAll<HTMLButtonElement>('button[type="submit"]')].filter(
    (one) => one.form !== null && one.form === field.form,
  )
  // Amounts are in no form.
  const save = field.form === null ? button('Apply', field.closest('dialog')!) : saves[0]
  await app.user.click(save!)
  await overPage()
})

test('a view that was being saved when the session ended is saved by itself after the sign-in', async () => {
  const place = PLACES['the journal']!
  const app = await open(place)
  const { form } = await place.forms['view']!(app)
  await app.api.write('DELETE', '/api/session')
  await app.user.click(button('Save view', form!.closest('dialog')!))
  await signInAs(app, place.account)
  await eventually(async () => {
    const { preferences } = await app.api.get<{ preferences: { saved_views?: { name: string }[] } }>(
      '/api/preferences',
    )
    expect(preferences.saved_views?.map(({ name }) => name)).toEqual(['Mine'])
  })
  await screen.findByText('Mine')
})

test('fault-401-typed: a save that met the end of the session is done after it, and nothing is asked meanwhile', async () => {
  const { app, field } = await openNote()
  await app.api.write('DELETE', '/api/session')
  const isSaving = () => app.user.click(button('Save note'))
  await isSaving()
  await overPage()
  const requestCount = app.api.requests.length
  window.dispatchEvent(new Event('visibilitychange'))
  expect(app.api.requests).toHaveLength(requestCount)
  await signInAs(app, 'marketer')
  await eventually(() => expect(isSeen(field)).toBe(true))
  screen.getByText('Your session had ended before this was done. Try again.')
  await isSaving()
  await screen.findByText('Wants a garage', { selector: ':not(textarea)' })
})

test('fault-401-typed: an answer from before the person has signed in again does not ask for it once more', async () => {
  const { app, field } = await openNote()
  await endSession(app)
  await signInAs(app, 'marketer')
  await eventually(() => expect(isSeen(field)).toBe(true))
  const sessionRequests = () => app.api.requests.filter(({ path }) => path === '/api/session').length
  const before = sessionRequests()
  reportOutsideError(app.queryClient, new ApiError('session-ended', { status: 401 }))
  await eventually(() => expect(sessionRequests()).toBeGreaterThan(before))
  await new Promise((done) => setImmediate(done))
  expect([isSeen(field), screen.queryByRole('dialog', { name: 'Sign in' })]).toEqual([true, null])
  await endSession(app)
  await overPage()
})

test('fault-401-typed: another person finds nothing of it', async () => {
  const { app, field } = await openNote()
  await endSession(app)
  await signInAs(app, 'client')
  await screen.findByRole('heading', { name: /^Signed in as/ })
  expect(field.isConnected).toBe(false)
  expect(document.body.textContent).not.toContain('garage')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('fault-401-typed: signing out in another tab takes it away', async () => {
  const { app, field } = await openNote()
  await endSession(app)
  await overPage()
  const elsewhere = new BroadcastChannel('callboard.session')
  elsewhere.postMessage(null)
  elsewhere.close()
  await eventually(() => expect(app.address()).toMatch(/^\/sign-in/))
  expect([field.isConnected, screen.queryByRole('dialog')]).toEqual([false, null])
  await screen.findByRole('heading', { name: 'Sign in' })
})

test('fault-401-typed: signed in in another tab, it goes on by itself', async () => {
  const { app, field } = await openNote()
  await endSession(app)
  await overPage()
  await app.api.signIn('marketer')
  const { principal } = await app.api.get<{ principal: string }>('/api/session')
  const elsewhere = new BroadcastChannel('callboard.session')
  elsewhere.postMessage(principal)
  elsewhere.close()
  await eventually(() => expect(isSeen(field)).toBe(true))
  expect([field.value, screen.queryByRole('dialog', { name: 'Sign in' })]).toEqual(['Wants a garage', null])
})

test('what was typed and taken back again, or saved, holds nothing: the sign-in page comes', async () => {
  const app = await open({ account: 'marketer', page: contactPage })
  const field = await tag(app)
  await app.user.clear(field)
  await endSession(app)
  await eventually(() => expect(app.address()).toMatch(/^\/sign-in\?/))
  expect(field.isConnected).toBe(false)
})

test('the company’s sign-in is no reason to leave what is typed in any form', async () => {
  const app = await open({ account: 'marketer', page: contactPage })
  const field = await tag(app)
  app.api.standInFront(
    () => new Response(null, { status: 302, headers: { location: 'https://login.example.com/' } }),
  )
  await app.queryClient.refetchQueries({ type: 'active' })
  await screen.findByText(/^What you typed stays here/)
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull()
  await app.user.clear(field)
  await screen.findByRole('button', { name: 'Sign in' })
})
