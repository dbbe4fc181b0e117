/** @module-tag all */
// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ApiError } from '#/api/error.ts'
import { keyOf } from '#/api/keys.ts'
import { sessionQuery } from '#/api/session.ts'
import { eventually, happens, renderApp } from '#/test/render-app.tsx'
import { runs } from '#/test/runs.ts'

/* However requests learn of the session's end, there is one redirect and one question. */

const SCOPE = { principal: 'anna', client: null }

test('single-modal', async () => {
  const app = await renderApp('/no/such/page', { account: 'small_marketer' })
  await screen.findByRole('heading', { name: 'There is no such page' })
  const session = app.queryClient.getQueryData(sessionQuery.queryKey)
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom('ended', 'fails', 'answers'), { minLength: 1, maxLength: 20 }),
      async (scheduler, answers) => {
        await happens(() => {
          app.queryClient.setQueryData(sessionQuery.queryKey, session)
          app.history.push('/no/such/page')
        })
        await screen.findByRole('heading', { name: 'There is no such page' })
        const arrivals: string[] = []
        const unsubscribe = app.history.subscribe(({ location }) => arrivals.push(location.pathname))
        for (const [index, answer] of answers.entries()) {
          const ask = async (): Promise<string> => {
            await scheduler.schedule(Promise.resolve(), answer)
            if (answer === 'ended') throw new ApiError('session-ended', { status: 401 })
            if (answer === 'fails') throw new ApiError('server', { status: 500 })
            return answer
          }
          void app.queryClient
            .fetchQuery({
              queryKey: keyOf(SCOPE, 'object', { oid: String(index) }),
              queryFn: ask,
              retry: false,
              gcTime: 0,
            })
            .catch(() => undefined)
        }
        await scheduler.waitIdle((work) => happens(work))
        const hasEnded = answers.includes('ended')
        await eventually(() =>
          expect(screen.queryAllByRole('heading', { name: 'Sign in' })).toHaveLength(hasEnded ? 1 : 0),
        )
        await happens(() => new Promise((done) => setImmediate(done)))
        unsubscribe()
        expect(arrivals).toEqual(hasEnded ? ['/sign-in'] : [])
        expect(screen.queryAllByText(/Your session has ended/)).toHaveLength(hasEnded ? 1 : 0)
        expect(document.querySelectorAll('dialog[open]')).toHaveLength(0)
      },
    ),
    runs(25, 2_000),
  )
})
