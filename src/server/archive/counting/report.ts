import { countAs } from '#/server/metrics/columns/aliases.ts'
import { createDataset, type Dataset } from '#/server/metrics/columns/dataset.ts'
import { createSegmentTaker } from '#/server/metrics/columns/take-segments.ts'
import { changesOf } from '#/server/metrics/figures/changes.ts'
import type { Changes, TreeRow, FirstReport } from '#/contract/figures/answers.ts'
import { select } from '#/server/metrics/columns/select.ts'
import type { Days, Question } from '#/contract/figures/questions.ts'
import { treesOf } from '#/server/metrics/figures/tables.ts'
import { firstReport, paperParts, type PaperParts } from '#/server/metrics/figures/report.ts'
import { segmentsFor } from '#/server/archive/hidden.ts'
import { unpack } from '#/server/archive/store/stored-day.ts'
import type { ArchiveStore, SegmentDays } from '#/server/archive/store/store.ts'

interface DaySets {
  readonly sets: readonly (readonly Days[])[]
  readonly comparedSets: readonly (readonly Days[])[]
}
interface Counted {
  readonly trees: readonly (readonly TreeRow[])[]
  readonly comparedTrees: readonly (readonly TreeRow[])[]
}

const SPEND_LEVELS = { levels: ['source', 'campaign'], won: new Set<string>() } as const
const treesOn = (data: Dataset | null, sets: readonly (readonly Days[])[]) =>
  data === null || sets.length === 0 ? [] : treesOf(data, select(data, []), sets, SPEND_LEVELS)

export interface ReportCall {
  readonly question: {
    readonly account: string
    readonly oid: string | null
    readonly hidden: ReadonlySet<string>
    readonly asked: Question
    /** Every contact of both periods is stored; absent: unknown. */
    readonly isWhole?: boolean
    readonly paper?: DaySets
  }
  readonly answer: {
    readonly report: FirstReport
    /** Reasons for a change; null: no comparison. */
    readonly changes: Changes | null
    readonly byObject: ReadonlyMap<string, number>
    readonly paper: (PaperParts & Counted) | null
  }
}

type ReportStore = Pick<ArchiveStore, 'segment' | 'segmentDays' | 'records'>

const datasetOf = async (
  store: ReportStore,
  { account, oid, hidden }: ReportCall['question'],
  days: SegmentDays,
): Promise<Dataset> => {
  const data = createDataset()
  const taker = createSegmentTaker(data, oid, days)
  for await (const { bytes, ...sent } of segmentsFor(store, account, days, hidden))
    taker.take(sent, await unpack(bytes))
  return data
}

const contactsByObject = ({ by: { object }, rows }: Dataset): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (let row = 0; row < rows; row++) {
    const oid = object.values[object.codes[row]!]
    if (typeof oid === 'string') found.set(oid, (found.get(oid) ?? 0) + 1)
  }
  return found
}

export const countReport = async (
  store: ReportStore,
  question: ReportCall['question'],
): Promise<ReportCall['answer']> => {
  const { asked: requested, paper } = question
  const { days, comparedDays, countAs: rules = [] } = requested
  const read = async (of: SegmentDays) => countAs(await datasetOf(store, question, of), rules)
  const current = await read(days)
  const compared = comparedDays && (await read(comparedDays))
  return {
    report: firstReport(current, compared, requested),
    changes:
      compared &&
      changesOf(current, compared, {
        ...requested,
        metric: 'contacts',
        by: null,
        isWhole: question.isWhole === true,
        isShared: true,
      }),
    byObject: contactsByObject(current),
    paper: paper
      ? {
          ...paperParts(current, requested),
          trees: treesOn(current, paper.sets),
          comparedTrees: treesOn(compared, paper.comparedSets),
        }
      : null,
  }
}
