import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, memo, Suspense, useDeferredValue, type ReactNode } from 'react'
import { isApiError } from '#/api/error.ts'
import { objectQuery } from '#/api/objects.ts'
import { ClientGate } from '#/domain/client/client-gate.tsx'
import { PageBar } from '#/domain/page-bar.tsx'
import { NoSuchObject } from '#/domain/notice/no-such-object.tsx'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { PartBoundary } from '#/domain/notice/part-boundary.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { buttonClass } from '#/ui/control/button.tsx'
import { Below, Later, OverviewProvider } from './data/overview-provider.tsx'
import { hasNothing } from '#/domain/figures/unread-days.ts'
import { useAddress, useLoading, useReport } from './data/use-overview.ts'
import { PANELS } from './panels/panels.ts'
import { useFirstRun } from './first-run/use-first-run.ts'
import { arranged, type Arrangement } from './arrange/arrangement.ts'
import { OverviewBar } from './bar/overview-bar.tsx'

const FirstRun = lazy(async () => ({ default: (await import('./first-run/first-run.tsx')).FirstRun }))

/** What to do today, and what everything of a period adds up to. */
export const OverviewPage = () => (
  <ClientGate head={<PageBar title={m.nav_overview()} />}>
    <OverviewProvider from="/_app/overview">
      <FirstOrUsual />
    </OverviewProvider>
  </ClientGate>
)

/** Where no contact has ever come there are no figures to show, only steps to take. */
const FirstOrUsual = () => {
  const firstRun = useFirstRun()
  if (firstRun === null) return <Contents />
  return (
    <>
      <PageBar title={m.nav_overview()} />
      <Suspense fallback={null}>
        <FirstRun {...firstRun} />
      </Suspense>
    </>
  )
}

/** Keeps the previous figures while new ones load, dimmed after 150 ms. */
const Answer = ({ children }: { children: ReactNode }) => {
  const { isFormer } = useLoading('isFormer')
  return (
    <div
      aria-busy={isFormer}
      className="grid gap-2 px-4 pt-2 pb-8 aria-busy:opacity-60 aria-busy:transition-opacity aria-busy:delay-150"
    >
      {children}
    </div>
  )
}

/**
 * From the top to the bottom, each after what stands above it. Memoised: it renders again when the overview changes, not
 * with every render of the page.
 */
const Contents = memo(() => (
  <>
    <OverviewBar />
    <Failed>
      <Answer>
        <In place="top" />
        {/* In the order of a phone: whom to call back comes first. On a desk it is beside, over the rest of its column. */}
        <div className="grid gap-x-8 border-t border-line min-[1180px]:grid-cols-[minmax(0,1fr)_296px] min-[1180px]:gap-x-6 min-[1400px]:grid-cols-[minmax(0,1fr)_320px] min-[1600px]:grid-cols-[minmax(0,1fr)_364px] min-[1400px]:gap-x-8 min-[1180px]:grid-rows-[auto_1fr]">
          <div className="min-w-0 min-[1180px]:col-start-2 min-[1180px]:row-start-1">
            <In place="callBack" />
          </div>
          <div className="min-w-0 min-[1180px]:col-start-1 min-[1180px]:row-span-2 min-[1180px]:row-start-1">
            <Further>
              <Later>
                <In place="main" />
                <Later>
                  <Below>
                    <In place="mainBelow" />
                  </Below>
                </Later>
              </Later>
            </Further>
          </div>
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
        <Further>
          <Later>
            <Later>
              <Later>
                <Below>
                  <div className="grid items-start gap-x-8 min-[1000px]:grid-cols-2">
                    <In place="pairs" />
                  </div>
                  <In place="bottom" />
                </Below>
              </Later>
            </Later>
          </Later>
        </Further>
      </Answer>
    </Failed>
  </>
))

/** What stands under a list moves with its length: it waits until that is known. */
const OnceCounted = ({ children }: { children: ReactNode }) =>
  useReport('unreturnedCalls').unreturnedCalls === undefined ? null : children

/** As long as the rest is not there: room to scroll to where one was. */
const roomBelow = <div className="h-[400vh]" />

/** What is rendered right after what a screen begins with, in slices: all at once would hold up the page. */
const Further = ({ children }: { children: ReactNode }) => useDeferredValue(children, roomBelow)

const USUAL: Arrangement = {}

const In = ({ place }: { place: keyof typeof PANELS }) => {
  const { overview = USUAL } = usePreferences().preferences
  return arranged(PANELS[place], overview).map(({ name, View }) => (
    <PartBoundary key={name}>
      <View />
    </PartBoundary>
  ))
}

/** Why there is nothing at all, in place of the panels: nothing has come, or nothing can be computed. */
const Failed = ({ children }: { children: ReactNode }) => {
  const { object } = useAddress('object')
  const { failure, state, retry } = useLoading('failure', 'state', 'retry')
  const { scope } = useSignedIn()
  const known = useQuery({ ...objectQuery(scope, object ?? ''), enabled: object !== undefined })
  if (object !== undefined && isApiError(known.error, 'not-found'))
    return (
      <NoSuchObject
        level={2}
        className="px-4"
        action={
          <Link to="/overview" className={buttonClass()}>
            {m.all_objects()}
          </Link>
        }
      />
    )
  // Who comes back to a page that waited finds its panels, and what is open on them.
  if (
    failure !== null &&
    !isApiError(failure, 'session-ended') &&
    (state === null || (state.is === 'failed' && hasNothing(state)))
  )
    return <LoadError error={failure} title={m.overview_failed_title()} onRetry={retry} />
  return children
}
