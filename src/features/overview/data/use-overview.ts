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
 * What the overview's panels read: the question (from the address), how reading stands, and the report. Each value is a
 * part of its own, so that a panel renders again only when something that it shows has changed.
 */

/** Undefined leaves a parameter out. */
export type AddressChanges = Partial<Record<keyof OverviewSearch, string | undefined>>
type LookChanges = Pick<
  AddressChanges,
  'bucket' | 'trend_metric' | 'heat_metric' | 'changes_metric' | 'changes_by' | 'as_table'
>

/** What the address asks, and what a click changes of it. */
interface Asked extends Omit<Question, 'days' | 'comparedDays' | 'workingHours'> {
  readonly search: OverviewSearch
  /** `YYYY-MM-DD` on the contacts' own clock (G6). */
  readonly today: string
  readonly days: DayRange
  readonly comparedDays: DayRange | null
  /** All of it, with the moment until which our server counts. */
  readonly question: Question
  /** The clock of {@link today} and of the question's `now`, minutes east of UTC (G6); null: no contact has come yet. */
  readonly offset: number | null
  /** Narrows everything else to a value, or no longer when it is narrowed to that already. */
  readonly toggle: (by: ReportFilter, value: string | null) => void
  readonly change: (changes: AddressChanges) => void
  /** As {@link change}, for how it is shown: no step of the way back. */
  readonly look: (changes: LookChanges | ((now: OverviewSearch) => LookChanges)) => void
}

/** How the reading of these contacts stands, and what changes it. */
interface Loading extends Omit<FiguresReading, 'state'> {
  /** Whose contacts of which days these are. */
  readonly jobOfFigures: FiguresJob
  /** The same as a text. */
  readonly job: string
  /** How reading stood at this report; null until the first answer. */
  readonly state: ReadingState | null
  /** How reading stands now. */
  readonly progress: ReadingState | null
  readonly objectTitle: (oid: string | null) => string | null
  /** The figures shown belong to the previous filters; the new ones are loading. */
  readonly isFormer: boolean
}

/** Everything the overview's panels show, and what a click in them does. */
export interface Overview extends Asked, Loading {
  /** Of what is loaded by now; undefined before it is answered. What is shown first is answered first. */
  readonly first: FirstReport | undefined
  readonly rest: ReportRest | undefined
  /** Both together. */
  readonly report: Report | undefined
  /** Which days that is not about: they are unknown, and not nothing. */
  readonly unread: UnreadDays
}

/** The report's parts but its tables; undefined before the first answer. */
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
/** For `overview-provider.tsx` alone. */
export const Parts = { AddressParts, QuestionParts, LoadingParts, ReportParts, TableParts }
export const WholeContext = createContext<Overview | null>(null)
export const ReadContext = createContext<(() => Overview) | null>(null)

/** Single parameters of the address: one that concerns a single picture does not render the others again. */
export const useAddress = useAddressParts
/** What the address asks, and what a click changes of it. */
export const useQuestion = useQuestionParts
/** How the reading of these contacts stands. */
export const useLoading = useLoadingParts
/** What is answered. */
export const useReport = useReportParts
/** One table of the report; undefined before the first answer. */
export const useTable = (name: TableName): ReportTable | undefined => useTableParts(name)[name]

/** All of it at once, for exports: a component that reads it renders again with every change. */
export const useOverview = (): Overview => {
  const overview = use(WholeContext)
  if (overview === null) throw new Error('A panel of the overview stands outside of it')
  return overview
}

/** All of it as it is on the screen when the returned function is called, by a handler and never while drawing. */
export const useReadOverview = (): (() => Overview) => {
  const read = use(ReadContext)
  if (read === null) throw new Error('A panel of the overview stands outside of it')
  return read
}

/**
 * Asks what no report says, and asks again when more has come or names count otherwise.
 * @param about what makes it another question; the rest may change with what is loaded
 * @param question null: there is nothing to ask (yet)
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
