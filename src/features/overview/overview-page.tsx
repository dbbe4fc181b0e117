import { Navigate, useLocation, Link, useNavigate } from '@tanstack/react-router'
import { lazy, memo, Suspense, useDeferredValue, useState, type ReactNode } from 'react'
import { ClientGate } from '#/domain/client/client-gate.tsx'
import { PageBar } from '#/domain/page-bar.tsx'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { PartBoundary } from '#/domain/notice/part-boundary.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Below, Later, OverviewProvider } from './data/overview-provider.tsx'
import { useReport, useOverview } from './data/use-overview.ts'
import { useShownWaiting } from './data/use-waiting-callers.ts'
import { PANELS } from './panels/panels.ts'
import { useFirstRun } from './first-run/use-first-run.ts'
import { arranged, type Arrangement } from './arrange/arrangement.ts'
import { Answer, UncountedError } from './answer.tsx'
import { OverviewBar } from './bar/overview-bar.tsx'
import { ShareButton } from './report/share/share-button.tsx'
import { buttonClass, IconButton } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Menu } from '#/ui/overlay/menu.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { useIsNarrow } from '#/ui/use-is-phone.ts'

const FirstRun = lazy(async () => ({ default: (await import('./first-run/first-run.tsx')).FirstRun }))

/** What to do today, and what everything of a period adds up to. */
export const OverviewPage = () => {
  const hash = useLocation({ select: (location) => location.hash })
  // Tools used to be here; old links redirect.
  if (hash === UTM_CLEANER) return <Navigate to="/overview/tools" search hash={hash} replace />
  return (
    <ClientGate head={<PageBar title={m.nav_overview()} />}>
      <OverviewProvider at="/overview">
        <FirstOrUsual />
      </OverviewProvider>
    </ClientGate>
  )
}
const UTM_CLEANER = 'utm-cleaner'

const FirstOrUsual = () => {
  const firstRun = useFirstRun()
  if (!firstRun) return <Contents isKnown={firstRun === null} />
  return (
    <>
      <PageBar title={m.nav_overview()} />
      <Suspense fallback={null}>
        <FirstRun {...firstRun} />
      </Suspense>
    </>
  )
}

const ArrangePanels = lazy(async () => ({
  default: (await import('#/features/overview/arrange/arrange-panels.tsx')).ArrangePanels,
}))

const OverviewActions = () => {
  const { search } = useOverview('search')
  const navigate = useNavigate()
  /** Null: never opened, so not loaded. */
  const [isArranging, setArranging] = useState<boolean | null>(null)
  return (
    <>
      <ShareButton isIconOnPhone />
      <Link data-tool="report" to="/overview/report" search={search} className={buttonClass({})}>
        <Icon name="form" />
        <span className="phone:sr-only">{m.report_button()}</span>
      </Link>
      <Menu
        label={m.overview_menu()}
        align="end"
        groups={[
          {
            items: [
              {
                id: 'tools',
                icon: 'settings',
                label: m.tools_title(),
                onSelect: () => void navigate({ to: '/overview/tools', search }),
              },
              {
                id: 'arrange',
                icon: 'columns',
                label: m.arrange(),
                onSelect: () => setArranging(true),
              },
            ],
          },
        ]}
        renderTrigger={(trigger) => (
          <IconButton {...trigger} data-tool="menu" icon="more" label={m.overview_menu()} />
        )}
      />
      {isArranging !== null && (
        <Suspense fallback={null}>
          <ArrangePanels isOpen={isArranging} onClose={() => setArranging(false)} />
        </Suspense>
      )}
    </>
  )
}

/**
 * Panels from top to bottom. Memoised against re-renders of the page.
 * @param isKnown false: there may be nothing to count, so that skeletons would promise too much
 */
const Contents = memo(({ isKnown }: { isKnown: boolean }) => (
  <>
    <OverviewBar title={m.nav_overview()} actions={<OverviewActions />} />
    {!isKnown && (
      <div className="relative">
        <div className="absolute inset-x-0 max-w-120 animate-appear p-4 [animation-delay:1s]">
          <SkeletonLines lines={4} label={m.loading()} />
        </div>
      </div>
    )}
    <div className="contents" style={isKnown ? undefined : UNSEEN}>
      <Panels />
    </div>
  </>
))
/** Rendered already, so that figures don't come later. */
const UNSEEN = { visibility: 'hidden' } as const

const Panels = memo(() => (
  <Answer>
    <In place="top" />
    <Columns />
    <Further>
      <Later>
        <Later>
          <Later>
            <Below>
              <div className="grid items-start gap-x-8 min-[1000px]:grid-cols-2">
                <In place="pairs" />
              </div>
            </Below>
          </Later>
        </Later>
      </Later>
    </Further>
  </Answer>
))

/** Missed callers come first where there is one column; else Tab goes down the left column first. */
const Columns = () => {
  const callBack = (
    <div key="callBack" className="min-w-0 min-[1180px]:col-start-2 min-[1180px]:row-start-1">
      <In place="callBack" />
    </div>
  )
  const main = (
    <div
      key="main"
      className="min-w-0 min-[1180px]:col-start-1 min-[1180px]:row-span-2 min-[1180px]:row-start-1"
    >
      <FurtherUnlessCounted>
        <Later>
          <In place="main" />
          <Later>
            <Below failed={<UncountedError className="" />}>
              <In place="mainBelow" />
            </Below>
          </Later>
        </Later>
      </FurtherUnlessCounted>
    </div>
  )
  return (
    <div className="grid gap-x-8 border-t border-line min-[1180px]:grid-cols-[minmax(0,1fr)_296px] min-[1180px]:gap-x-6 min-[1400px]:grid-cols-[minmax(0,1fr)_320px] min-[1600px]:grid-cols-[minmax(0,1fr)_364px] min-[1400px]:gap-x-8 min-[1180px]:grid-rows-[auto_1fr]">
      {useIsNarrow() ? [callBack, main] : [main, callBack]}
      <div className="grid min-w-0 content-start items-start gap-x-8 min-[1000px]:max-[1179px]:grid-cols-2 min-[1180px]:col-start-2 min-[1180px]:row-start-2">
        <Further>
          <Later>
            <Later>
              <OnceCounted>
                <Below>
                  <In place="side" />
                </Below>
              </OnceCounted>
            </Later>
          </Later>
        </Further>
      </div>
    </div>
  )
}

/** Content below a list waits for the list's length, so that it doesn't shift. */
const OnceCounted = ({ children }: { children: ReactNode }) => {
  const { unreturnedCalls } = useReport('unreturnedCalls')
  const { isAwaited } = useShownWaiting()
  return unreturnedCalls === undefined || isAwaited ? null : children
}

/** Space to restore the scroll position before the rest is loaded. */
const roomBelow = <div className="h-[400vh]" />

/** Rendered in a later slice, so that the first screen isn't blocked. */
const Further = ({ children }: { children: ReactNode }) => useDeferredValue(children, roomBelow)

/** What is counted before the page is drawn is drawn with it. */
const FurtherUnlessCounted = ({ children }: { children: ReactNode }) => {
  const { rest } = useOverview('rest')
  return useDeferredValue(children, rest === undefined ? roomBelow : children)
}

const USUAL: Arrangement = {}

const In = ({ place }: { place: keyof typeof PANELS }) => {
  const { overview = USUAL } = usePreferences().preferences
  return arranged(PANELS[place], overview).map(({ name, View }) => (
    <PartBoundary key={name}>
      <View />
    </PartBoundary>
  ))
}
