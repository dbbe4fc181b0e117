import './stand-ins.ts'
import type { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router'
import { act, configure, getConfig, waitFor } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { flushSync } from 'react-dom'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { forgetNoAnswer } from '#/api/transport/in-between.ts'
import { startApp } from '#/app/start-app.tsx'
import { routeTree } from '#/routeTree.gen.ts'
import { signInRoutes } from '#/sign-in-routes.ts'
import type { Right, SampleAccount } from '#/contract/session.ts'
import { setTimes } from '#/domain/preferences/times.ts'
import { setTheme, type Theme } from '#/domain/preferences/theme.ts'
import { setLocale, type Locale } from '#/i18n/locale.ts'
import type { FaultName } from '#/server/faults.ts'
import { startApiServer, type ApiServer } from './api-server.ts'
import { SAMPLE_NOW } from './clock.ts'
import { setWindow, standInForInvokers } from './stand-ins.ts'

export interface RenderAppOptions {
  readonly account: SampleAccount | null
  /** From the first request. */
  readonly faults?: readonly FaultName[]
  readonly locale?: Locale
  readonly theme?: Theme
  readonly phone?: boolean
  /** Epoch milliseconds of the first request. */
  readonly now?: number
  /** Manual timers. */
  readonly timers?: boolean
  /** ARCHIVE; default: `disk`. */
  readonly kind?: 'disk' | 'memory'
  /** The rights of all users; the sample's own by default. */
  readonly rights?: readonly Right[]
  /** Further variables of our server's environment. */
  readonly env?: Readonly<Record<string, string>>
  /** All but those of the page to sign in come when they are asked for, as where the browser begins there. */
  readonly signInFirst?: boolean
  /** Runs before the page opens. */
  readonly before?: (api: ApiServer) => Promise<unknown>
}

export interface RenderedApp {
  readonly api: ApiServer
  readonly user: UserEvent
  /** Path and search of the page, as the address bar would show them. */
  readonly address: () => string
  readonly search: () => URLSearchParams
  readonly history: RouterHistory
  readonly queryClient: QueryClient
  /** Simulates a reload or typed address. */
  readonly open: (url: string) => void
}

configure({
  // Below the test's limit, for a better message.
  asyncUtilTimeout: 30_000,
  // Text is more helpful than markup.
  getElementError: (message) =>
    new Error(
      `${message?.split('\n\nHere are')[0] ?? ''}\nOn the page: ${document.body.textContent.replaceAll(/\s+/g, ' ')}`,
    ),
})

/*
 * React's production build, which page tests run in (vitest.config.ts), has no `act`: what an event changes is drawn before
 * it returns, as under `act`; what follows from it later is waited for, as in a browser.
 */
const turn = globalThis.setTimeout
const isProduction = process.env.NODE_ENV === 'production'
if (isProduction)
  configure({
    eventWrapper: (work) => flushSync(work),
    asyncWrapper: async (work) => {
      const result = await work()
      await new Promise((resolve) => {
        turn(resolve, 0)
      })
      return result
    },
    unstable_advanceTimersWrapper: (work) => work(),
  })

/** For events that aren't the user's. */
export const happens = async (work: () => unknown): Promise<void> => {
  if (isProduction) await getConfig().asyncWrapper(async () => void (await work()))
  else await act(async () => void (await work()))
}

const SOME_FRAMES_MS = 100
const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const

let complaints: string[] = []
let allowed: RegExp[] = []
let leave: (() => Promise<unknown>)[] = []

/** An error in the console fails every test; one that provokes it says which: `allowConsole(/status of 401/)`. */
export const allowConsole = (pattern: RegExp) => void allowed.push(pattern)

const pages = import.meta.glob('../features/**/*-page.tsx')
/** Excludes compilation from the first test. */
beforeAll(async () => {
  const folder = /\/src\/features\/[^/]+\//.exec(expect.getState().testPath ?? '')?.[0]
  const own = Object.entries(pages).filter(
    ([path]) => folder && path.replace('..', '/src').startsWith(folder),
  )
  await Promise.all([
    import('#/app/shell.tsx'),
    // The largest library comes with these.
    import('#/ui/control/range-calendar.tsx'),
    import('#/ui/control/search-listbox.tsx'),
    ...own.map(([, load]) => load()),
  ])
})

beforeEach(() => {
  complaints = []
  allowed = []
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    complaints.push(
      parts.map((part) => (part instanceof Error ? (part.stack ?? part.message) : String(part))).join(' '),
    )
  })
})

afterEach(async () => {
  for (const one of leave.toReversed()) await one()
  leave = []
  setLocale('en')
  setTheme('system')
  setTimes('own')
  localStorage.clear()
  sessionStorage.clear()
  forgetNoAnswer()
  // jsdom's frames use setInterval, which fake timers would block for later tests.
  if (vi.isFakeTimers()) vi.advanceTimersByTime(SOME_FRAMES_MS)
  vi.useRealTimers()
  const unexpected = complaints.filter((text) => !allowed.some((pattern) => pattern.test(text)))
  if (unexpected.length) process.stdout.write(`COMPLAINTS ${JSON.stringify(unexpected).slice(0, 2500)}\n`)
  expect(unexpected, 'complaints of the page').toEqual([])
})

/**
 * The whole app in jsdom at an address, behind it the real server over the reference service with sample data of its
 * own (api-server.ts). What the page shows is read with Testing Library's `screen`; everything is taken away after the
 * test. Its clock stands at the sample's own moment and goes on from there.
 */
export const renderApp = async (
  url: string,
  {
    account,
    faults = [],
    locale = 'en',
    theme,
    phone = false,
    now = SAMPLE_NOW,
    timers = false,
    kind,
    rights,
    env = {},
    signInFirst = false,
    before,
  }: RenderAppOptions,
): Promise<RenderedApp> => {
  const toFake = timers ? TIMERS : []
  vi.useFakeTimers({ toFake: ['Date', ...toFake], now, shouldAdvanceTime: true })
  setWindow(phone)
  setLocale(locale)
  if (theme) setTheme(theme)
  const api = await startApiServer({ kind, rights, env })
  leave.push(api.close, standInForInvokers())
  if (account) await api.signIn(account)
  await before?.(api)
  api.fault(...faults)

  let page: ReturnType<typeof startApp>
  let history: RouterHistory
  const open = (address: string) => {
    const box = document.body.appendChild(document.createElement('div'))
    history = createMemoryHistory({ initialEntries: [address] })
    page = startApp(box, history, signInFirst ? signInRoutes : routeTree)
    // Retries without delays.
    const { queries, ...defaults } = page.queryClient.getDefaultOptions()
    page.queryClient.setDefaultOptions({ ...defaults, queries: { ...queries, retryDelay: 0 } })
  }
  const close = () => {
    page.stop()
    document.body.replaceChildren()
  }
  open(url)
  leave.push(async () => close())
  return {
    api,
    user: userEvent.setup(),
    address: () => page.router.state.location.href,
    search: () => new URL(page.router.state.location.href, location.origin).searchParams,
    get history() {
      return history
    },
    get queryClient() {
      return page.queryClient
    },
    open: (address) => {
      close()
      open(address)
    },
  }
}

/** Waits until `check` passes: for what Testing Library's `find…` do not say. */
export const eventually = <T,>(check: () => T | Promise<T>): Promise<T> => waitFor(check)

/**
 * Parts that come after the page: what holds a session is one, and it waits for the page to sign in on. A test that ends
 * the session types sooner than a busy machine loads them.
 */
export const loadLaterParts = async (): Promise<void> => {
  await Promise.all([import('#/app/banners/banners.tsx'), import('#/features/sign-in/sign-in-page.tsx')])
}
