import type { Page } from '@playwright/test'
import { dayNumber } from '#/contract/day.ts'
import { readingState } from '#/contract/figures/reading.ts'
import { ms, percentile, type Bench, type BenchFigure } from '../support.ts'

/*
 * The clients of an agency with their figures and comparison, all of which are kept: how long until they are on screen, and
 * what the service is asked for.
 */

/** What the table shows unless told otherwise, its comparison, and a day on either side. */
const DAYS_READ = 62
const GOAL_MS = 1_000
const GOAL_REQUESTS = 1
const PATIENCE_MS = 60_000

/** Runs in the page before anything else of it. */
const watch = () => {
  const seen = { figures: null as number | null }
  Object.assign(globalThis, { seen })
  const look = () => {
    const region = document.querySelector('section[aria-label="Roll-up"]')
    const isThere = [...(region?.querySelectorAll('span') ?? [])].some((one) =>
      one.textContent?.startsWith('As of '),
    )
    if (isThere) seen.figures ??= performance.now()
    requestAnimationFrame(look)
  }
  look()
}

/** Has everything of the clients read that the table shows. @returns how many clients there are */
const readAll = async (page: Page): Promise<number> => {
  const { origin } = new URL(page.url())
  const headers = { origin, 'x-requested-by': 'callboard' }
  const { request } = page.context()
  const agencies = (await (await request.get('/api/v2/agency', { headers })).json()) as readonly {
    readonly agency: { readonly clients: readonly { readonly client: string }[] }
  }[]
  const clients = agencies.flatMap(({ agency }) => agency.clients)
  const today = dayNumber(new Date().toISOString().slice(0, 10))
  const job = { oid: null, days: { first: today - DAYS_READ, last: today }, comparedDays: null }
  for (const { client } of clients)
    for (let after: { after?: string } = {}, is = 'loading'; is === 'loading';) {
      const data = { ...job, ...after }
      const options = { headers, data, timeout: PATIENCE_MS }
      const state = readingState.parse(
        await (await request.post(`/api/clients/${client}/figures/reading`, options)).json(),
      )
      after = { after: state.version }
      ;({ is } = state)
    }
  return clients.length
}

/** @param between counts what is asked of the service */
export const measureAgency = async (
  { open }: Bench,
  between: { readonly asked: number },
): Promise<BenchFigure[]> => {
  const page = await open('agency_manager')
  await page.addInitScript(watch)
  await page.goto('/settings')
  const clients = await readAll(page)
  const took: number[] = []
  const asked: number[] = []
  for (let time = 0; time < 3; time++) {
    const before = between.asked
    await page.goto('/clients')
    const at = await page.waitForFunction(
      () => (globalThis as unknown as { seen: { figures: number | null } }).seen.figures,
      null,
      { timeout: PATIENCE_MS, polling: 50 },
    )
    took.push((await at.jsonValue())!)
    asked.push(between.asked - before)
  }
  await page.context().close()
  const shown = percentile(took, 0.5)
  const most = Math.max(...asked)
  return [
    {
      name: `figures of ${clients} clients with comparison, navigation to all of them`,
      value: ms(shown),
      goal: ms(GOAL_MS),
      met: shown <= GOAL_MS,
    },
    {
      name: 'requests to the service for that, at most',
      value: String(most),
      goal: String(GOAL_REQUESTS),
      met: most <= GOAL_REQUESTS,
    },
  ]
}
