import type { ComponentType, ReactNode } from 'react'
import { useOverview, useReport } from '#/features/overview/data/use-overview.ts'
import type { Exportable } from '#/features/overview/export/panel-file.ts'
import { failedDays, isSoFar } from '#/domain/figures/unread-days.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Section } from '#/ui/data/section.tsx'
import { Icon } from '#/ui/icon.tsx'
import { counted } from '#/i18n/format.ts'

export interface PanelModule {
  readonly name: string
  readonly title: () => string
  readonly View: ComponentType
  /** Exports; or why there are none. */
  readonly files: readonly Exportable<unknown>[] | { readonly none: string }
}

export const useHasNothing = (): boolean => {
  const { figures } = useReport('figures')
  const { filters, state } = useOverview('filters', 'state')
  return (
    figures?.contacts === 0 &&
    filters.length === 0 &&
    state?.is !== 'loading' &&
    failedDays(state).length === 0
  )
}

const useIsComing = (): boolean => {
  const { figures } = useReport('figures')
  const { state } = useOverview('state')
  return figures === undefined || (figures.contacts === 0 && state?.is === 'loading')
}

/** Incomplete figures are gray, with their bars and ranges. */
export const SO_FAR_CLASS = 'text-text-2 [--chart-1:var(--chart-compare)]'

const SoFar = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    {children !== undefined && ', '}
    {m.overview_so_far()}
  </>
)

/** The heading opens and closes the section. */
export interface Fold {
  readonly isOpen: boolean
  readonly onToggle: () => void
}

const FoldButton = ({ title, isOpen, onToggle }: Fold & { title: string }) => (
  <button
    type="button"
    aria-expanded={isOpen}
    onClick={onToggle}
    className="group -ml-1 flex min-h-8 cursor-default items-center gap-1 rounded-1 after:absolute after:inset-0 touch:min-h-10"
  >
    <Icon
      name="chevron-right"
      className="shrink-0 text-text-3 group-hover:text-text group-aria-expanded:rotate-90"
    />
    {title}
  </button>
)

/**
 * A region with a skeleton while loading; hidden if the period is empty or loading failed, which the page reports
 * once.
 */
export const Panel = ({
  title,
  note,
  actions,
  fold,
  skeleton,
  nothing = null,
  isByDay = false,
  children,
}: {
  title: string
  note?: ReactNode
  actions?: ReactNode
  fold?: Fold | undefined
  skeleton: ReactNode
  /** Shown if the period has no contacts. */
  nothing?: ReactNode
  /** It marks incomplete days itself, so nothing is gray. */
  isByDay?: boolean
  /** Rendered once there is a report. */
  children: () => ReactNode
}) => {
  const { figures } = useReport('figures')
  const { failure, state } = useOverview('failure', 'state')
  const hasNothing = useHasNothing()
  const isSkeleton = useIsComing()
  if (hasNothing) return nothing === null ? null : <Section title={title}>{nothing}</Section>
  if (figures === undefined && failure !== null) return null
  const isPart = isSoFar(state)
  return (
    <Section
      title={fold ? <FoldButton {...fold} title={title} /> : title}
      isFolded={fold?.isOpen === false}
      note={!isSkeleton && isPart ? <SoFar>{note}</SoFar> : note}
      actions={isSkeleton ? undefined : actions}
    >
      <div className={classNames('contents', isPart && !isByDay && SO_FAR_CLASS)}>
        {isSkeleton ? skeleton : children()}
      </div>
    </Section>
  )
}

/** Contacts without a date, which the cards count and charts by time don't. */
export const Undated = () => {
  const { leftOut } = useReport('leftOut')
  const undated = leftOut?.undated ?? 0
  return undated > 0 && <p className="mt-1 text-12 text-text-3">{m.overview_undated(counted(undated))}</p>
}
