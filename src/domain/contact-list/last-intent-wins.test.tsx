/** @module-tag all */
// @vitest-environment jsdom
import { notifyManager, QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '#/app/query-client.ts'
import type { CallFilters } from '#/contract/call-filters.ts'
import { createRacingService, PAGE, TOTAL } from '#/test/races/racing-service.ts'
import { runs } from '#/test/runs.ts'
import { useContactRows } from './use-contact-rows.ts'

/*
 * Filters change faster than answers arrive: shown results are never older than previous ones, and the last
 * request wins. Each request has its own day, which the service writes into its rows.
 */

const SCOPE = { principal: 'anna', client: 'c1' }
const dayOf = (intent: number) => `2026-10-${String(intent + 1).padStart(2, '0')}`
const filtersOf = (intent: number): CallFilters => ({
  period: 'custom',
  date_from: dayOf(intent),
  date_to: dayOf(intent),
})

const Rows = ({ intent, end }: { readonly intent: number; readonly end: number }) => {
  const rows = useContactRows(SCOPE, null, filtersOf(intent), { start: 0, end })
  const days = Array.from({ length: rows.count }, (_, index) => rows.at(index)).flatMap((row) =>
    row.state === 'ready' ? [row.call.date?.slice(0, 10)] : [],
  )
  return (
    <>
      {rows.error !== null && <p>an error</p>}
      {days.map((day, index) => (
        <li key={index}>{day}</li>
      ))}
    </>
  )
}

test('last-intent-wins', async () => {
  notifyManager.setScheduler(queueMicrotask)
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom('next', 'next', 'before', 'scroll'), { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      async (scheduler, steps, isAbortable) => {
        const { service, fetch } = createRacingService(scheduler, isAbortable, false)
        service.principal = SCOPE.principal
        vi.stubGlobal('fetch', fetch)
        const queryClient = createQueryClient({ onSessionEnded: () => {}, onPrincipalChanged: () => {} })
        const { container, rerender, unmount } = render(null)
        const view = { intent: 0, end: PAGE }
        const intents: string[] = []
        const show = () => {
          if (intents.at(-1) !== dayOf(view.intent)) intents.push(dayOf(view.intent))
          rerender(
            <QueryClientProvider client={queryClient}>
              <Rows {...view} />
            </QueryClientProvider>,
          )
        }
        let newest = 0
        const shown = () => [...container.querySelectorAll('li')].map(({ textContent }) => textContent)
        const look = async (work: () => unknown) => {
          await act(async () => {
            await work()
            await new Promise((done) => setImmediate(done))
          })
          expect(
            container.querySelector('p'),
            'an answer that is no longer waited for is no error',
          ).toBeNull()
          const days = new Set(shown())
          expect(days.size).toBeLessThanOrEqual(1)
          for (const day of days) {
            const intent = intents.lastIndexOf(day)
            expect(intent, `${day} of ${intents.join()}`).toBeGreaterThanOrEqual(newest)
            newest = intent
          }
        }
        await look(show)
        scheduler.scheduleSequence(
          steps.map((step) => ({
            label: step,
            builder: async () => {
              if (step === 'next') view.intent++
              if (step === 'before') view.intent = Math.max(0, view.intent - 1)
              view.end = step === 'scroll' ? TOTAL : PAGE
              show()
            },
          })),
        )
        await scheduler.waitIdle(look)
        expect(shown().length).toBeGreaterThanOrEqual(PAGE)
        expect(new Set(shown())).toEqual(new Set([dayOf(view.intent)]))
        unmount()
        queryClient.clear()
      },
    ),
    runs(60, 5_000),
  )
})
