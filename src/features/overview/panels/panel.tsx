import type { ComponentType, ReactNode } from 'react'
import { useLoading, useQuestion, useReport } from '#/features/overview/data/use-overview.ts'
import type { Exportable } from '#/features/overview/export/panel-file.ts'
import { failedDays, isSoFar } from '#/domain/figures/unread-days.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Section } from '#/ui/data/section.tsx'

/** A panel of the overview: what the user sees of it, and what leaves the page. */
export interface PanelModule {
  readonly name: string
  /** What it is called where it is chosen. */
  readonly title: () => string
  readonly View: ComponentType
  /** Its tables and pictures; or why it has none. */
  readonly files: readonly Exportable<unknown>[] | { readonly none: string }
}

/** The period itself has no contacts, whatever is filtered: the trend says so once, and the others are silent. */
export const useHasNothing = (): boolean => {
  const { figures } = useReport('figures')
  const { filters } = useQuestion('filters')
  const { state } = useLoading('state')
  return (
    figures?.contacts === 0 &&
    filters.length === 0 &&
    state?.is !== 'loading' &&
    failedDays(state).length === 0
  )
}

/** Loading has begun and brought nothing yet, or the first answer is on its way. */
const useIsComing = (): boolean => {
  const { figures } = useReport('figures')
  const { state } = useLoading('state')
  return figures === undefined || (figures.contacts === 0 && state?.is === 'loading')
}

/** What is not all there is grey, as the cards are: the figures, and the bars and ranges that stand for them. */
export const SO_FAR_LOOK = 'text-text-2 [--chart-1:var(--chart-compare)]'

/** What is not all there says so beside its name. */
const SoFar = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    {children !== undefined && ', '}
    {m.overview_so_far()}
  </>
)

/**
 * A region of the overview: in the shape of its contents until there are some, away where the period has no contacts or
 * nothing came at all, which the page says once.
 */
export const Panel = ({
  title,
  note,
  actions,
  skeleton,
  nothing = null,
  isByDay = false,
  children,
}: {
  title: string
  note?: ReactNode
  actions?: ReactNode
  skeleton: ReactNode
  /** In its place where the period has no contacts. */
  nothing?: ReactNode
  /** It draws days that are all there and leaves the others open: nothing of it is grey. */
  isByDay?: boolean
  /** Drawn once there is a report. */
  children: () => ReactNode
}) => {
  const { figures } = useReport('figures')
  const { failure, state } = useLoading('failure', 'state')
  const hasNothing = useHasNothing()
  const isSkeleton = useIsComing()
  if (hasNothing) return nothing === null ? null : <Section title={title}>{nothing}</Section>
  if (figures === undefined && failure !== null) return null
  const isPart = isSoFar(state)
  return (
    <Section
      title={title}
      note={!isSkeleton && isPart ? <SoFar>{note}</SoFar> : note}
      actions={isSkeleton ? undefined : actions}
    >
      <div className={classNames('contents', isPart && !isByDay && SO_FAR_LOOK)}>
        {isSkeleton ? skeleton : children()}
      </div>
    </Section>
  )
}
