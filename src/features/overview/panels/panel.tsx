import type { ComponentType, ReactNode } from 'react'
import type { Report } from '#/analytics/worker/report.ts'
import { useOverview, type Overview } from '#/features/overview/data/use-overview.ts'
import type { Exportable } from '#/features/overview/export/panel-file.ts'
import { Section } from '#/ui/data/section.tsx'

/** A panel of the overview: what the user sees of it, and what leaves the page. */
export interface PanelModule {
  readonly name: string
  readonly View: ComponentType
  /** Its tables and pictures; or why it has none. */
  readonly files: readonly Exportable<unknown>[] | { readonly none: string }
}

/** The period itself has no contacts, whatever is filtered: the trend says so once, and the others are silent. */
export const hasNothing = ({ report, question, state }: Overview): boolean =>
  report !== undefined &&
  report.figures.contacts === 0 &&
  question.filters.length === 0 &&
  state?.is !== 'loading'

/** Loading has begun and brought nothing yet, or the first answer is on its way. */
const isComing = ({ report, state }: Overview): boolean =>
  report === undefined || (report.figures.contacts === 0 && state?.is === 'loading')

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
  children,
}: {
  title: string
  note?: ReactNode
  actions?: ReactNode
  skeleton: ReactNode
  /** In its place where the period has no contacts. */
  nothing?: ReactNode
  children: (report: Report) => ReactNode
}) => {
  const overview = useOverview()
  const { report, failure } = overview
  if (hasNothing(overview)) return nothing === null ? null : <Section title={title}>{nothing}</Section>
  if (report === undefined && failure !== null) return null
  const isSkeleton = report === undefined || isComing(overview)
  return (
    <Section title={title} note={note} actions={isSkeleton ? undefined : actions}>
      {isSkeleton ? skeleton : children(report)}
    </Section>
  )
}
