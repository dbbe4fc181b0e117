import { createContext, use } from 'react'
import type { PageQuestion } from '#/analytics/figures/answer.ts'
import type { FiguresJob, FiguresName } from '#/api/figures/figures.ts'
import type { ReadingState } from '#/contract/figures/reading.ts'
import type { FirstReport, Question, Report, ReportRest } from '#/analytics/figures/report.ts'
import type { ReportTable, TableName } from '#/analytics/figures/tables.ts'
import type { DayRange } from '#/contract/day.ts'
import { useFigures } from '#/domain/figures/use-figures.ts'
import type { FiguresReading } from '#/domain/figures/use-reading.ts'
import type { ReportFilter } from '#/contract/shared-reports/report-filters.ts'
import { SEARCH_NAMES, type OverviewSearch } from '#/features/overview/search.ts'
import type { UnreadDays } from '#/domain/figures/unread-days.ts'
import { createParts } from './parts.tsx'

/*
 * What panels read: the question (from the address), loading state and report. Each value is separate, so that a
 * panel re-renders only for its own.
 */

/** Undefined leaves a parameter out. */
export type AddressChanges = Partial<Record<keyof OverviewSearch, string | undefined>>
type LookChanges = Pick<
  AddressChanges,
  'bucket' | 'trend_metric' | 'heat_metric' | 'changes_metric' | 'changes_by' | 'as_table'
>

interface Asked extends Omit<Question, 'days' | 'comparedDays' | 'workingHours'> {
  readonly search: OverviewSearch
  /** `YYYY-MM-DD` on the contacts' own clock (G6). */
  readonly today: string
  readonly days: DayRange
  readonly comparedDays: DayRange | null
  /** With the moment until which our server counts. */
  readonly question: Question
  /** Minutes east of UTC (G6), of {@link today} and the question's `now`; null: no contacts yet. */
  readonly offset: number | null
  readonly toggle: (by: ReportFilter, value: string | null) => void
  readonly change: (changes: AddressChanges) => void
  /** As {@link change}, but replaces the history entry. */
  readonly look: (changes: LookChanges | ((now: OverviewSearch) => LookChanges)) => void
}

interface Loading extends Omit<FiguresReading, 'state'> {
  readonly jobOfFigures: FiguresJob
  readonly job: string
  /** Loading state of this report; null until the first answer. */
  readonly state: ReadingState | null
  /** Current loading state. */
  readonly progress: ReadingState | null
  readonly objectTitle: (oid: string | null) => string | null
  readonly isFormer: boolean
}

/** Everything the overview's panels show, and what a click in them does. */
export interface Overview extends Asked, Loading {
  /** Undefined before the first answer; requested before the rest. */
  readonly first: FirstReport | undefined
  readonly rest: ReportRest | undefined
  /** Both together. */
  readonly report: Report | undefined
  /** Days that are unknown rather than empty. */
  readonly unread: UnreadDays
}

/** Undefined before the first answer. */
type Answered = { readonly [P in Exclude<keyof Report, 'tables'>]: Report[P] | undefined } & {
  readonly unread: UnreadDays
}
type Tables = Readonly<Record<TableName, ReportTable | undefined>>
type Address = { readonly [P in keyof OverviewSearch]-?: OverviewSearch[P] | undefined }

const [AddressParts, useAddressParts] = createParts<Address>(SEARCH_NAMES)
const [QuestionParts, useQuestionParts] = createParts<Asked>({
  search: true,
  today: true,
  days: true,
  comparedDays: true,
  comparedMonths: true,
  question: true,
  filters: true,
  bucket: true,
  won: true,
  countAs: true,
  now: true,
  offset: true,
  toggle: true,
  change: true,
  look: true,
})
const [LoadingParts, useLoadingParts] = createParts<Loading>({
  jobOfFigures: true,
  job: true,
  state: true,
  progress: true,
  failure: true,
  retry: true,
  stop: true,
  refresh: true,
  ask: true,
  loadedAt: true,
  objectTitle: true,
  isFormer: true,
})
const [ReportParts, useReportParts] = createParts<Answered>({
  figures: true,
  compared: true,
  comparison: true,
  trend: true,
  comparedTrend: true,
  heat: true,
  unreturnedCalls: true,
  leftOut: true,
  unread: true,
})
const [TableParts, useTableParts] = createParts<Tables>({
  source: true,
  region: true,
  search_request: true,
  page: true,
  manager: true,
  channel: true,
})
export const Parts = { AddressParts, QuestionParts, LoadingParts, ReportParts, TableParts }
export const WholeContext = createContext<Overview | null>(null)
export const ReadContext = createContext<(() => Overview) | null>(null)

/** Single parameters, so that a change of one re-renders only its readers. */
export const useAddress = useAddressParts
export const useQuestion = useQuestionParts
export const useLoading = useLoadingParts
export const useReport = useReportParts
export const useTable = (name: TableName): ReportTable | undefined => useTableParts(name)[name]

/** Everything, for exports: re-renders with every change. */
export const useOverview = (): Overview => {
  const overview = use(WholeContext)
  if (overview === null) throw new Error('A panel of the overview stands outside of it')
  return overview
}

/** Returns a reader of the current values, for event handlers only. */
export const useReadOverview = (): (() => Overview) => {
  const read = use(ReadContext)
  if (read === null) throw new Error('A panel of the overview stands outside of it')
  return read
}

/**
 * Requests what the report lacks, and again when data or aliases change.
 * @param about identifies the question
 * @param question null: don't request
 */
export const useAnswer = <A extends FiguresName>(
  ask: A,
  about: unknown,
  question: PageQuestion<A> | null,
) => {
  const { jobOfFigures } = useLoading('jobOfFigures')
  const { countAs } = useQuestion('countAs')
  return useFigures(jobOfFigures, ask, about, question && { countAs, ...question })
}
