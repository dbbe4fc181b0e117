/** @module-tag all */
// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { words } from '#/test/page.ts'
import { allowConsole, eventually, happens, renderApp, type RenderedApp } from '#/test/render-app.tsx'
import { axeFindings } from '#/test/screens/axe.ts'
import { goOffline } from './offline.ts'
import { expectSound, FAULTED_PANELS } from './panels.ts'
import type { Befalls } from './row.ts'

/*
 * What befalls a page that is open, from outside of it, on a panel of each kind: it is said in one place above the page, the
 * panel stays with what it shows, nothing that holds otherwise is lost, and when it is over nothing is said any more.
 */

const ours = (status: number, error: string, headers: Record<string, string> = {}) =>
  Response.json(
    { error },
    { status, headers: { 'x-callboard': '1', 'x-callboard-build': 'test', ...headers } },
  )
const page = (html: string, status = 200) =>
  new Response(html, { status, headers: { 'content-type': 'text/html' } })

const bars = () =>
  [...document.querySelectorAll('[role=status]')].filter((one) => one.querySelector('strong') !== null)
const expectBar = (pattern: RegExp) => eventually(() => expect(bars().map(words).join('\n')).toMatch(pattern))
const passed = () => eventually(() => expect(bars().map(words)).toEqual([]))
const ask = ({ queryClient }: RenderedApp) => queryClient.refetchQueries({ type: 'active' })
const press = async ({ user }: RenderedApp, name: string) => user.click(screen.getByRole('button', { name }))

const FAULTS: Readonly<
  Record<Befalls, (app: RenderedApp, expectSame: () => Promise<void>) => Promise<void>>
> = {
  offline: async (app, expectSame) => {
    const online = await goOffline(app)
    await expectSame()
    await online()
  },
  captive: async (app, expectSame) => {
    app.api.standInFront(() => Response.error())
    fireEvent(window, new Event('offline'))
    await happens(() => vi.advanceTimersByTime(2_000))
    app.api.standInFront(() => page('<form>Room number</form>'))
    fireEvent(window, new Event('online'))
    await expectBar(/^Your network wants a sign-in/)
    await expectSame()
    app.api.standInFront(null)
    await happens(() => vi.advanceTimersByTime(15_000))
    await passed()
  },
  'sign-in-in-front': async (app, expectSame) => {
    app.api.standInFront(
      () => new Response(null, { status: 302, headers: { location: 'https://login.test/' } }),
    )
    await ask(app)
    await expectBar(/sign-in/i)
    for (const bar of bars()) expect(await axeFindings(undefined, bar as HTMLElement)).toEqual([])
    await expectSame()
    app.api.standInFront(null)
    await eventually(() => {
      fireEvent(window, new Event('focus'))
      expect(bars().map(words)).toEqual([])
    })
  },
  between: async (app, expectSame) => {
    app.api.standInFront(() => page('<h1>Bad gateway</h1>', 404))
    await ask(app)
    await expectSame()
    app.api.standInFront(null)
    await ask(app)
  },
  'server-fails': async (app, expectSame) => {
    app.api.standInFront(() => ours(500, 'unknown_error'))
    await ask(app)
    await expectSame()
    app.api.standInFront(null)
    await ask(app)
  },
  'new-build': async (app, expectSame) => {
    app.api.standInFront(() => ours(400, 'invalid_request', { 'x-callboard-build': 'another' }))
    await ask(app)
    await expectBar(/^A new version of Callboard is ready/)
    await expectSame()
    app.api.standInFront(null)
    await press(app, 'Later')
    await passed()
    await ask(app)
  },
  'wrong-clock': async (app, expectSame) => {
    const date = new Date(Date.now() + 26 * 3600_000).toUTCString()
    app.api.standInFront(() => ours(400, 'invalid_request', { date }))
    await ask(app)
    await expectBar(/^This device’s clock says/)
    await expectSame()
    app.api.standInFront(null)
    await press(app, 'Dismiss')
    await passed()
    await ask(app)
  },
}

test.each(Object.entries(FAULTED_PANELS).filter(([, { isFrameless }]) => !isFrameless))(
  'fault-around: %s',
  async (_, panel) => {
    allowConsole(/./)
    let url = ''
    const app = await renderApp('/settings', {
      account: panel.account,
      timers: true,
      ...panel.options,
      before: async (api) => {
        url = await panel.url(api)
      },
    })
    app.open(url)
    await panel.opens?.(app)
    await panel.shown()
    await eventually(() => expect(app.queryClient.isFetching()).toBe(0))
    for (const [name, befall] of Object.entries(FAULTS)) {
      const focused = document.activeElement
      await befall(app, async () => {
        await panel.shown()
        await expectSound(app, panel, name)
        // Focus is restored to the page shortly after a bar disappears.
        if (focused !== document.body && focused?.isConnected)
          expect(document.activeElement, name).toBe(focused)
      })
      await panel.shown()
      await eventually(() => expect(screen.queryAllByRole('alert').map(words), name).toEqual([]))
    }
    app.api.standInFront(() => ours(401, 'session_ended'))
    await ask(app)
    await eventually(() => expect(document.body.textContent).toMatch(/Your session has ended/))
  },
)
