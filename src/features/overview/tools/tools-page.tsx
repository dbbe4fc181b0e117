import { ClientGate } from '#/domain/client/client-gate.tsx'
import { PageBar } from '#/domain/page-bar.tsx'
import { Answer } from '#/features/overview/answer.tsx'
import { BackToOverview } from '#/features/overview/bar/back-to-overview.tsx'
import { OverviewBar } from '#/features/overview/bar/overview-bar.tsx'
import { OverviewProvider } from '#/features/overview/data/overview-provider.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId, useRef, useState, type ComponentType } from 'react'
import { failedDays } from '#/domain/figures/unread-days.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { useOnIntent } from '#/ui/use-on-intent.ts'
import { Icon } from '#/ui/icon.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'

interface Tool {
  /** A link with this hash opens it. */
  readonly hash?: string
  readonly title: string
  readonly hint: string
  /** Advice, which needs complete data. */
  readonly isAdvice?: boolean
  readonly fetchCode: () => Promise<{ readonly View: ComponentType }>
}

const ToolList = () => {
  const tools: readonly Tool[] = [
    {
      title: m.tools_shifts(),
      hint: m.tools_shifts_hint(),
      isAdvice: true,
      fetchCode: () => import('./shift-finder.tsx').then((code) => ({ View: code.ShiftFinder })),
    },
    {
      title: m.tools_minus(),
      hint: m.tools_minus_hint(),
      isAdvice: true,
      fetchCode: () => import('./negative-keywords.tsx').then((code) => ({ View: code.NegativeKeywords })),
    },
    {
      hash: 'utm-cleaner',
      title: m.tools_utm(),
      hint: m.tools_utm_hint(),
      isAdvice: true,
      fetchCode: () => import('./utm-cleaner.tsx').then((code) => ({ View: code.UtmCleaner })),
    },
    {
      title: m.tools_won(),
      hint: m.tools_won_hint(),
      fetchCode: () => import('./won-statuses.tsx').then((code) => ({ View: code.WonStatuses })),
    },
  ]
  return tools.map((tool) => <Disclosure key={tool.title} {...tool} />)
}

const Disclosure = ({ hash, title, hint, isAdvice = false, fetchCode }: Tool) => {
  const { state } = useOverview('state')
  const id = useId()
  const isLinked = useLocation({ select: (location) => hash !== undefined && location.hash === hash })
  const [isOpen, setOpen] = useState(isLinked)
  const { code, error, load, handlers } = useOnIntent(fetchCode)
  const box = useRef<HTMLDivElement>(null)
  const show = useEffectEvent(() => {
    load()
    box.current?.scrollIntoView({ block: 'start' })
  })
  useEffect(() => {
    if (isLinked) show()
  }, [isLinked])
  return (
    <div ref={box} className="scroll-mt-26 border-t border-line first-of-type:border-t-0">
      <h2 className="text-13">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          {...handlers}
          onClick={() => {
            load()
            setOpen(!isOpen)
          }}
          className="group flex min-h-10 w-full cursor-default items-center gap-2 rounded-1 py-1 text-left"
        >
          <Icon
            name="chevron-right"
            className="shrink-0 text-text-3 group-hover:text-text group-aria-expanded:rotate-90"
          />
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span className="font-semibold">{title}</span>
            <span className="font-normal text-text-3">{hint}</span>
          </span>
        </button>
      </h2>
      {isOpen && (
        <section id={id} aria-label={title} className="min-w-0 pb-5 pl-6 text-13 phone:pl-0">
          {isAdvice && failedDays(state).length > 0 ? (
            <p className="text-text-2">{m.tools_unread()}</p>
          ) : code !== null ? (
            <code.View />
          ) : error !== null ? (
            <LoadError error={error} level={3} onRetry={load} className="" />
          ) : (
            <SkeletonLines lines={3} label={m.loading()} />
          )}
        </section>
      )}
    </div>
  )
}

export const ToolsPage = () => (
  <ClientGate head={<PageBar title={m.tools_title()} />}>
    <OverviewProvider at="/overview/tools">
      <OverviewBar title={m.tools_title()} actions={<BackToOverview />} isCompared={false} />
      <Answer>
        <div>
          <ToolList />
        </div>
      </Answer>
    </OverviewProvider>
  </ClientGate>
)
