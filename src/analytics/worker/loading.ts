import { clocksOf } from '#/analytics/columns/dataset.ts'
import type { ArchiveLoad } from './archive-load.ts'
import type { CountedBy, LoadJob, LoadProgress, LoadResult, LoadState } from './load.ts'
import type { ServerCount } from './server-count.ts'

/** How the loading of a job stands, as the worker's thread keeps it. */
export interface Loading {
  loads: readonly ArchiveLoad[]
  asked: LoadJob | null
  /** Null: the columns are here, or are to come. */
  server: ServerCount | null
  isCountedInstead: boolean
  results: readonly (LoadResult | null)[]
  is: LoadState['is']
  error: LoadState['error']
  version: number
}

export const beginLoading = (): Loading => ({
  loads: [],
  asked: null,
  server: null,
  isCountedInstead: false,
  results: [],
  is: 'loading',
  error: undefined,
  version: 0,
})

const countedBy = (loading: Loading): CountedBy =>
  loading.server !== null ? 'server' : loading.isCountedInstead ? 'browser-instead' : 'browser'

const progressOf = (loading: Loading, nth: 0 | 1): LoadProgress | null => {
  const progress = loading.loads[nth]?.progress() ?? null
  if (progress === null || loading.server === null) return progress
  const facts = loading.server.facts()
  // Before our server has them all at hand there is nothing to be shown, whatever it keeps.
  if (facts === null) return { ...progress, ...(nth === 0 ? loading.server.progress() : null) }
  // Of an object it alone knows how many of the contacts are its own.
  const own = loading.asked?.oid === null ? null : facts.rows[nth]
  if (own === null) return progress
  const isHere = progress.total !== null && progress.loaded >= progress.total
  return { ...progress, loaded: own, total: isHere ? own : null }
}

/** What there is to tell of it. */
export const loadStateOf = (loading: Loading): LoadState => {
  const [current] = loading.loads
  const facts = loading.server?.facts()
  return {
    is: loading.is,
    version: loading.version,
    current: progressOf(loading, 0)!,
    compared: progressOf(loading, 1),
    source: current!.source(),
    countedBy: countedBy(loading),
    shortfall: loading.results[0]?.shortfall ?? null,
    comparedShortfall: loading.results[1]?.shortfall ?? null,
    error: loading.error,
    clocks: facts?.clocks ?? clocksOf(current!.data),
    objectTitles: facts?.object_titles ?? [
      ...new Map(loading.loads.flatMap(({ data }) => [...data.objectTitles])),
    ],
  }
}
