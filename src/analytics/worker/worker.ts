import { fetchCallsPage } from '#/api/calls.ts'
import { errorDetails } from '#/api/error-details.ts'
import { isApiError } from '#/api/error.ts'
import { answer } from './answer.ts'
import { countFilters, createCounting } from '#/analytics/columns/count-as.ts'
import type { Dataset } from '#/analytics/columns/dataset.ts'
import { createLoad, filtersOfDays, type ContactSource, type Load, type LoadResult } from './load.ts'
import type { Answers, Ask, FromWorker, Job, LoadState, ToWorker } from './protocol.ts'

/*
 * The analytics' own thread: asks for the pages, reads them, keeps the columns, answers. Whoever changes client, object or
 * period ends it, and everything it knows goes with it.
 */

/** Rows come in many small pages: often enough to see it move, seldom enough to leave the page in peace. */
const TELL_EVERY_MS = 250

const tell = (message: FromWorker) => postMessage(message)

let loads: readonly Load[] = []
let results: readonly (LoadResult | null)[] = []
let is: LoadState['is'] = 'loading'
let error: LoadState['error']
let stop = new AbortController()
let version = 0
let told = 0
const counting = createCounting()

let untold: ReturnType<typeof setTimeout> | undefined

const tellState = () => {
  clearTimeout(untold)
  untold = undefined
  told = performance.now()
  const [current, compared] = loads
  if (!current) return
  tell({
    type: 'state',
    state: {
      is,
      version,
      current: current.progress(),
      compared: compared?.progress() ?? null,
      shortfall: results[0]?.shortfall ?? null,
      comparedShortfall: results[1]?.shortfall ?? null,
      error,
      offset: current.data.newest?.offset ?? null,
      objectTitles: Object.fromEntries(loads.flatMap(({ data }) => [...data.objectTitles])),
    },
  })
}

const onRows = () => {
  version++
  const left = TELL_EVERY_MS - (performance.now() - told)
  // What comes soon after is told later, also when nothing else comes for long.
  if (left <= 0) tellState()
  else untold ??= setTimeout(tellState, left)
}

/** One after the other: the period somebody looks at is there first. */
const run = async () => {
  stop = new AbortController()
  is = 'loading'
  error = undefined
  tellState()
  try {
    for (const [index, load] of loads.entries()) {
      const result = await load.run(stop.signal, onRows)
      results = loads.map((_, at) => (at === index ? result : (results[at] ?? null)))
    }
    const failed = results.find((result) => result?.error)
    error = failed?.error ? errorDetails(failed.error) : undefined
    is = failed ? 'failed' : 'loaded'
  } catch (cause) {
    is = isApiError(cause, 'aborted') ? 'stopped' : 'failed'
    error = is === 'failed' ? errorDetails(cause) : undefined
  }
  version++
  tellState()
}

const start = ({ scope, oid, days, comparedDays }: Job) => {
  const source: ContactSource = {
    page: (of, page, signal) => fetchCallsPage(scope, oid, filtersOfDays(of), page, signal),
  }
  loads = [days, ...(comparedDays === null ? [] : [comparedDays])].map((of) => createLoad(source, of))
  results = []
}

const reply = (message: Extract<ToWorker, { type: 'ask' }>) => {
  const [current, compared] = loads
  if (!current) return
  const { id, question } = message
  const { countAs = [] } = question
  const counted = ({ data }: Load) => counting(data, countAs, version)
  // Each question belongs to its answer by its own type; TypeScript loses that in a lookup.
  const find = answer[message.ask] as (
    current: Dataset,
    compared: Dataset | null,
    question: Answers[Ask]['question'],
  ) => Answers[Ask]['answer']
  try {
    const said = find(counted(current), compared ? counted(compared) : null, {
      ...question,
      filters: countFilters(question.filters, countAs),
    })
    tell({ type: 'answer', id, answer: said })
  } catch (cause) {
    tell({ type: 'refused', id, error: errorDetails(cause) })
    throw cause
  }
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'ask') return reply(data)
  if (data.type === 'stop') return stop.abort()
  if (data.type === 'start') start(data.job)
  if (data.type === 'refresh') for (const load of loads) load.refresh()
  void run()
})
