import { shallow, useSelector, type Store } from '@tanstack/react-store'
import { createContext, use } from 'react'
import type { PageQuestion, Question } from '#/contract/figures/questions.ts'
import type { FiguresJob } from '#/api/figures/figures.ts'
import type {
  FiguresName,
  FirstReport,
  Report,
  ReportRest,
  ReportTable,
  TableName,
} from '#/contract/figures/answers.ts'
import type { ReadingState } from '#/contract/figures/reading.ts'
import type { DayRange } from '#/contract/day.ts'
import { useFigures } from '#/domain/figures/use-figures.ts'
import type { FiguresReading } from '#/domain/figures/use-reading.ts'
import type { ReportFilter } from '#/contract/shared-reports/report-filters.ts'
import type { OverviewSearch } from '#/features/overview/search.ts'
import type { UnreadDays } from '#/domain/figures/unread-days.ts'

/* What panels read: the question (from the address), loading state and report. */

/** Undefined leaves a parameter out. */
export type AddressChanges = Partial<Record<keyof OverviewSearch, string | undefined>>
type ViewChanges = Pick<
  AddressChanges,
  'bucket' | 'trend_metric' | 'heat_metric' | 'changes_metric' | 'changes_by' | 'as_table'
>

interface OverviewQuestion extends Omit<Question, 'days' | 'comparedDays' | 'workingHours'> {
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
  readonly replace: (changes: ViewChanges | ((now: OverviewSearch) => ViewChanges)) => void
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
  /** Figures that could not be counted or brought up to date, whatever days are read; null: none. */
  readonly uncounted: Uncounted | null
}

interface Uncounted {
  readonly error: Error
  readonly of: 'first' | 'rest'
  /** Of the figures that are kept. */
  readonly dataUpdatedAt: number
  readonly refetch: () => Promise<unknown>
}

/** Everything the overview's panels show, and what a click in them does. */
export interface Overview extends OverviewQuestion, Loading {
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

export const OverviewContext = createContext<Store<Overview> | null>(null)

const useStore = (): Store<Overview> => {
  const store = use(OverviewContext)
  if (store === null) throw new Error('A panel of the overview stands outside of it')
  return store
}

const pick = <T extends object, N extends keyof T>(all: T, names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<T, N>

/** Values of a panel, which re-renders only when one of these changes. */
const useShallow = <T>(select: (overview: Overview) => T): T =>
  useSelector(useStore(), select, { compare: shallow })

/** The question, how its loading stands, and what a click does. */
export const useOverview = <N extends keyof Overview>(...names: readonly N[]): Pick<Overview, N> =>
  useShallow((overview) => pick(overview, names))

/** Parameters of the address. */
export const useAddress = <N extends keyof OverviewSearch>(
  ...names: readonly N[]
): { readonly [P in N]-?: OverviewSearch[P] | undefined } =>
  useShallow(({ search }) => pick(search as Required<OverviewSearch>, names))

export const useReport = <N extends keyof Answered>(...names: readonly N[]): Pick<Answered, N> =>
  useShallow(({ first, rest, unread }) => pick({ ...first, heat: rest?.heat, unread } as Answered, names))

export const useTable = (name: TableName): ReportTable | undefined =>
  useShallow(({ first, rest }) => ({ ...first?.tables, ...rest?.tables })[name])

/** Everything, for exports: re-renders with every change. */
export const useWholeOverview = (): Overview => useSelector(useStore())

/** Returns a reader of the current values, for event handlers only. */
export const useReadOverview = (): (() => Overview) => {
  const store = useStore()
  return () => store.state
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
  const { jobOfFigures, countAs } = useOverview('jobOfFigures', 'countAs')
  return useFigures(jobOfFigures, ask, about, question && { countAs, ...question })
}

/**
 * Requests once loading has ended, so that findings aren't made of growing data.
 * @param about identifies the question
 * @param question null: don't request
 */
export const useSettledAnswer = <A extends FiguresName>(
  ask: A,
  about: unknown,
  question: PageQuestion<A> | null,
) => {
  const { state, countAs: usual } = useOverview('state', 'countAs')
  const isOver = state !== null && state.is !== 'loading'
  const countAs = question?.countAs ?? usual
  return useAnswer(ask, [about, countAs], isOver ? question : null)
}
