import type { AliasRule } from '#/contract/preferences.ts'
import { FIGURES_ANSWERS, type FiguresData, type FiguresName } from '#/contract/figures/answers.ts'
import type { PageQuestion, SpendRules } from '#/contract/figures/questions.ts'
import { FIGURES_ROWS_MAX } from '#/contract/figures/rows-max.ts'
import type { ObjectWeek } from '#/contract/working-hours/working-hours.ts'
import type { Archive } from '#/server/archive/archive.ts'
import type { FiguresQuestion } from '#/server/archive/figures/question.ts'
import type { SegmentDays } from '#/server/archive/store/store.ts'
import type { LiveReader } from '#/server/live/reading.ts'
import { archiveAccount } from '#/server/session/names.ts'

/** What holds for all questions of a report. */
export interface ReportRules {
  readonly object: string | null
  readonly won: readonly string[]
  readonly countAs: readonly AliasRule[]
  readonly workingHours: readonly ObjectWeek[]
  readonly spend: SpendRules
}

interface ReportDays {
  readonly days: SegmentDays
  readonly comparedDays?: SegmentDays | null
  /** Every contact of both is stored. */
  readonly isComplete?: boolean
}

type ReportQuestion<A extends FiguresName> = Omit<PageQuestion<A>, 'won' | 'countAs' | 'mostRows'>

/** Asks what pages ask, about stored contacts. @throws Failure */
export const reportQuestions = (
  archive: Archive,
  {
    session,
    client,
    hidden,
    context: { signal },
  }: Pick<LiveReader, 'session' | 'client' | 'hidden' | 'context'>,
  { object, workingHours, spend, ...chosen }: ReportRules,
) => {
  const account = archiveAccount(session.account, client)
  return async <A extends FiguresName>(
    name: A,
    question: ReportQuestion<A>,
    { days, comparedDays = null, isComplete = false }: ReportDays,
  ): Promise<FiguresData<A>> => {
    const requested = {
      name,
      question: { ...question, mostRows: FIGURES_ROWS_MAX },
    } as unknown as FiguresQuestion
    const { text } = await archive.figures(
      {
        account,
        oid: object,
        hidden,
        presentation: null,
        days,
        comparedDays,
        until: archive.now(),
        isComplete,
        workingHours,
        chosen,
        spend,
        requested,
      },
      {
        signal,
        tell: () => {},
        waiter: { account: session.account, person: session.principal },
      },
    )
    return FIGURES_ANSWERS[name].parse(JSON.parse(text)) as FiguresData<A>
  }
}
export type AskReport = ReturnType<typeof reportQuestions>
