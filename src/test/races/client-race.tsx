// Preloaded: the first error would be handled late.
import '#/contract/error.ts'
import { RIGHTS } from '#/contract/session.ts'
import { notifyManager, QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import * as fc from 'fast-check'
import type { ReactNode } from 'react'
import { expect, vi } from 'vitest'
import type { Scope } from '#/api/client.ts'
import { readKey } from '#/api/keys.ts'
import { createQueryClient } from '#/app/query-client.ts'
import { readmitClient } from '#/domain/client/client-access.ts'
import { dropSession, leaveSession } from '#/domain/session/leave.ts'
import { createRacingService, RACING_CLIENTS, type RacingService } from './racing-service.ts'

/*
 * A page of one client, over a service whose answers come in any order, while its user switches, signs in and out and
 * the agency loses clients. Each text of the page says whose it is: account/client/…
 */

const PRINCIPALS = ['anna', 'boris'] as const
const ownerOf = ({ principal, client }: Scope) => `${principal}/${client}`

/** Provides `useSignedIn`. */
export const racingSession = {
  now: {
    scope: { principal: '', client: null } as Scope,
    session: { user: { is_agency_manager: true }, rights: RIGHTS },
  },
}

const createRacingPage = <View,>(service: RacingService, first: View, draw: (view: View) => ReactNode) => {
  const { container: box, rerender, unmount } = render(null)
  let scope: Scope | null = null
  let view = first
  const queryClient: QueryClient = createQueryClient({
    onSessionEnded: () => void leaveSession(queryClient, async () => show(null)),
    onPrincipalChanged: () => dropSession(queryClient, () => show(null)),
  })
  const show = (next: Scope | null) => {
    scope = next
    if (next) racingSession.now = { ...racingSession.now, scope: next }
    rerender(<QueryClientProvider client={queryClient}>{next && draw(view)}</QueryClientProvider>)
  }
  const isLost = (owner: string) => service.refused.has(owner)
  return {
    box,
    queryClient,
    isLost,
    /** Null without a session. */
    scope: () => scope,
    view: () => view,
    texts: () => [...box.querySelectorAll('li')].map(({ textContent }) => textContent),
    change: (change: Partial<View>) => {
      if (!scope) return
      view = { ...view, ...change }
      show(scope)
    },
    switchTo: (client: string) => scope && show({ ...scope, client }),
    checkAgain: () => {
      if (!scope) return
      service.named.add(ownerOf(scope))
      readmitClient(queryClient, scope)
      void queryClient.invalidateQueries()
    },
    signOut: async () => {
      service.principal = null
      await leaveSession(queryClient, async () => show(null))
    },
    signIn: (principal: string) => {
      if (scope) return
      service.principal = principal
      queryClient.clear()
      // A new session starts from the list.
      for (const client of RACING_CLIENTS) service.named.add(`${principal}/${client}`)
      view = first
      show({ principal, client: 'c1' })
    },
    /** Nothing of a lost client remains. */
    checkCache: () => {
      const held = queryClient.getQueryCache().findAll({
        predicate: ({ queryKey, state }) => {
          const of = readKey(queryKey)?.scope
          return Boolean(of?.client) && isLost(ownerOf(of!)) && state.data !== undefined
        },
      })
      expect(held.map(({ queryHash }) => queryHash)).toEqual([])
    },
    close: () => {
      unmount()
      dropSession(queryClient, () => {})
    },
  }
}

type RacingPage<View> = ReturnType<typeof createRacingPage<View>>

type Step<View> = readonly [label: string, run: (page: RacingPage<View>, service: RacingService) => unknown]

interface LikelyStep<View> {
  readonly weight: number
  readonly arbitrary: fc.Arbitrary<Step<View>>
}

export const oneStepOf = <View, T>(
  weight: number,
  values: readonly T[],
  toStep: (value: T) => Step<View>,
): LikelyStep<View> => ({ weight, arbitrary: fc.constantFrom(...values).map(toStep) })

const everyRace = <View,>(): LikelyStep<View>[] => [
  oneStepOf<View, string>(2, ['check again'], (label) => [label, (page) => page.checkAgain()]),
  oneStepOf<View, string>(6, RACING_CLIENTS, (client) => [
    `switch to ${client}`,
    (page) => page.switchTo(client),
  ]),
  oneStepOf<View, string>(3, PRINCIPALS, (principal) => [
    `sign in as ${principal}`,
    (page) => page.signIn(principal),
  ]),
  oneStepOf<View, string>(1, ['sign out'], (label) => [label, (page) => page.signOut()]),
  oneStepOf<View, string | null>(1, [null, ...PRINCIPALS], (principal) => [
    `elsewhere ${principal} signs in`,
    (_, service) => (service.principal = principal),
  ]),
  oneStepOf<View, string>(1, RACING_CLIENTS, (client) => [
    `${client} is withdrawn`,
    (_, service) => service.withdrawn.add(`${service.principal}/${client}`),
  ]),
  oneStepOf<View, string>(1, ['all clients are given back'], (label) => [
    label,
    (_, service) => service.withdrawn.clear(),
  ]),
]

interface Race<View> {
  readonly first: View
  readonly draw: (view: View) => ReactNode
  readonly steps: readonly LikelyStep<View>[]
  readonly mostSteps: number
  readonly runs: { readonly numRuns: number }
  readonly begin?: (scheduler: fc.Scheduler) => void
  /** After every step and answer. */
  readonly check: (page: RacingPage<View>, service: RacingService) => void
  /** After all answers: an empty page would pass otherwise. */
  readonly checkEnd: (page: RacingPage<View>, service: RacingService) => void
  readonly end?: () => void
}

/** Random orders of steps and answers. @throws AssertionError with the shortest failure */
export const race = async <View,>(of: Race<View>) => {
  // Synchronously.
  notifyManager.setScheduler(queueMicrotask)
  const step = fc.oneof(...everyRace<View>(), ...of.steps)
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(step, { minLength: 4, maxLength: of.mostSteps }),
      fc.boolean(),
      fc.boolean(),
      async (scheduler, steps, isAbortable, isListedAnyway) => {
        const { service, fetch } = createRacingService(scheduler, isAbortable, isListedAnyway)
        vi.stubGlobal('fetch', fetch)
        of.begin?.(scheduler)
        const page = createRacingPage(service, of.first, of.draw)
        const look = async (work: () => unknown) => {
          await act(async () => {
            await work()
            await new Promise((done) => setImmediate(done))
          })
          page.checkCache()
          of.check(page, service)
        }
        await look(() => page.signIn('anna'))
        scheduler.scheduleSequence(
          steps.map(([label, run]) => ({ label, builder: async () => void (await run(page, service)) })),
        )
        await scheduler.waitIdle(look)
        await look(() => page.checkAgain())
        await scheduler.waitIdle(look)
        of.checkEnd(page, service)
        page.close()
        of.end?.()
      },
    ),
    of.runs,
  )
}
