import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isApiError } from '#/api/error.ts'
import { objectQuery } from '#/api/objects.ts'
import { hasNothing } from '#/domain/figures/unread-days.ts'
import { useLinkTo } from '#/domain/navigation-context.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { StaleNotice } from '#/domain/notice/stale-notice.tsx'
import { NoSuchObject } from '#/domain/notice/no-such-object.tsx'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { buttonClass } from '#/ui/control/button.tsx'
import { useAddress, useOverview } from './data/use-overview.ts'

/** Panels, or the reason for their absence. Keeps the previous figures while new ones load, dimmed after 150 ms. */
export const Answer = ({ children }: { children: ReactNode }) => {
  const { isFormer, uncounted, rest } = useOverview('isFormer', 'uncounted', 'rest')
  return (
    <Failed>
      <div
        aria-busy={isFormer}
        className="grid gap-2 px-4 pt-2 pb-8 aria-busy:opacity-60 aria-busy:transition-opacity aria-busy:delay-150"
      >
        {uncounted !== null && <StaleNotice query={{ data: rest, ...uncounted }} className="" />}
        {children}
      </div>
    </Failed>
  )
}

const Failed = ({ children }: { children: ReactNode }) => {
  const { object } = useAddress('object')
  const linkTo = useLinkTo()
  const { failure, state, retry, first, uncounted } = useOverview(
    'failure',
    'state',
    'retry',
    'first',
    'uncounted',
  )
  const { scope } = useSignedIn()
  const known = useQuery({ ...objectQuery(scope, object ?? ''), enabled: object !== undefined })
  if (object !== undefined && isApiError(known.error, 'not-found'))
    return (
      <NoSuchObject
        level={2}
        className="px-4"
        action={
          <Link {...linkTo('/overview', null)} className={buttonClass()}>
            {m.all_objects()}
          </Link>
        }
      />
    )
  // Panels stay mounted while the page is hidden, so that popovers stay open.
  if (
    failure !== null &&
    !isApiError(failure, 'session-ended') &&
    (state === null || (state.is === 'failed' && hasNothing(state)))
  )
    return <LoadError error={failure} title={m.overview_failed_title()} onRetry={retry} />
  // While days are read they are counted again by themselves.
  if (uncounted?.of === 'first' && first === undefined && state?.is !== 'loading')
    return <UncountedError title={m.overview_failed_title()} />
  return children
}

/** In place of the figures that could not be counted. */
export const UncountedError = (props: { title?: string; className?: string }) => {
  const { uncounted } = useOverview('uncounted')
  return (
    uncounted && <LoadError error={uncounted.error} {...props} onRetry={() => void uncounted.refetch()} />
  )
}
