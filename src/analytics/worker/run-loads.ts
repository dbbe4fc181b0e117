import { isApiError } from '#/api/error.ts'
import { cannotCount } from '#/api/worker/overview-count.ts'
import { errorDetails } from '#/api/worker/worker-call.ts'
import type { HowToRead, LoadState } from './load.ts'
import { loadStateOf, type Loading } from './loading.ts'
import { createServerCount, type ServerCount } from './server-count.ts'

/** One after the other: the period that is looked at is there first. */
export const runLoads = async (
  loading: Loading,
  {
    signal,
    tell,
    tellEveryMs,
    how,
  }: {
    readonly signal: AbortSignal
    readonly tell: (state: LoadState) => void
    /** At the most so often, in milliseconds. */
    readonly tellEveryMs: number
    readonly how: HowToRead
  },
): Promise<LoadState> => {
  let told = 0
  let untold: ReturnType<typeof setTimeout> | undefined
  const tellNow = () => {
    clearTimeout(untold)
    untold = undefined
    told = performance.now()
    tell(loadStateOf(loading))
  }
  const tellSoon = () => {
    const left = tellEveryMs - (performance.now() - told)
    // What comes soon after is reported later, also when nothing else comes for long.
    if (left <= 0) tellNow()
    else untold ??= setTimeout(tellNow, left)
  }
  let preparing: Promise<void> | null = null
  let refused: { readonly cause: unknown } | null = null
  let isBehind = false
  /** Never rejects: whether it was refused is asked once all states have come. */
  const prepare = async (by: ServerCount): Promise<void> => {
    isBehind = false
    try {
      await by.prepare(signal, tellSoon)
      loading.version++
      tellSoon()
    } catch (cause) {
      refused ??= { cause }
    }
  }
  const onRows = () => {
    if (loading.server === null && loading.loads.some((load) => load.isTooMany())) {
      loading.server = createServerCount(loading.asked!)
      for (const one of loading.loads) one.countIn('server')
    }
    isBehind = true
    // Before our server has them at hand there is nothing to be asked.
    if (loading.server !== null && loading.server.facts() === null) preparing ??= prepare(loading.server)
    else loading.version++
    tellSoon()
  }
  const runAll = async () => {
    for (const [index, one] of loading.loads.entries()) {
      const result = await one.run(signal, onRows, how)
      loading.results = loading.loads.map((_, at) => (at === index ? result : (loading.results[at] ?? null)))
    }
    await preparing
    if (loading.server !== null && isBehind) await prepare(loading.server)
    if (refused !== null) throw refused.cause
  }
  loading.is = 'loading'
  loading.error = undefined
  tellNow()
  try {
    try {
      await runAll()
    } catch (cause) {
      if (loading.server === null || !cannotCount(cause)) throw cause
      // As it is without a server that counts: slower, and perhaps more than this browser can hold.
      loading.server = null
      refused = null
      loading.isCountedInstead = true
      for (const one of loading.loads) one.countIn('browser')
      await runAll()
    }
    const failed = loading.results.find((result) => result?.error)
    loading.error = failed?.error ? errorDetails(failed.error) : undefined
    loading.is = failed ? 'failed' : 'loaded'
  } catch (cause) {
    loading.is = isApiError(cause, 'aborted') ? 'stopped' : 'failed'
    loading.error = loading.is === 'failed' ? errorDetails(cause) : undefined
  }
  clearTimeout(untold)
  loading.version++
  return loadStateOf(loading)
}
