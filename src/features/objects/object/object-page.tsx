import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { objectQuery } from '#/api/objects.ts'
import { isApiError } from '#/api/error.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import { ClientGate } from '#/domain/client/client-gate.tsx'
import { objectName } from '#/domain/cells/object-name.ts'
import { PageBar } from '#/domain/page-bar.tsx'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { NoSuchObject } from '#/domain/notice/no-such-object.tsx'
import { PendingNotice } from '#/domain/notice/pending-notice.tsx'
import { StaleNotice } from '#/domain/notice/stale-notice.tsx'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { buttonClass } from '#/ui/control/button.tsx'
import { ClientTitle } from '#/domain/client/client-title.tsx'
import { BackToObjects, ObjectHead } from './object-head.tsx'
import { ObjectRegions } from './object-regions.tsx'
import { OidAddress } from './oid-address.tsx'
import { Fragment } from 'react'
import { Skeleton } from '#/ui/state/skeleton.tsx'

export const ObjectPage = () => (
  <ClientGate head={<PageBar title={m.objects_title()} />}>
    <LoadedObject />
  </ClientGate>
)

const FACTS = 7

const ObjectSkeleton = () => (
  <>
    <output className="block border-b border-line pt-2 pb-6">
      <span className="sr-only">{m.object_loading()}</span>
      <span className="block max-w-80">
        <Skeleton className="h-5" />
      </span>
    </output>
    <div className="@min-[880px]:ml-44 @min-[880px]:pl-6">
      <div className="grid gap-x-4 gap-y-4 border-b border-line pt-6 pb-6 @min-[900px]:grid-cols-2 @min-[1160px]:grid-cols-3">
        {[0, 1, 2].map((column) => (
          <div key={column} className="grid grid-cols-[132px_minmax(0,1fr)] content-start gap-x-2 gap-y-4">
            {Array.from({ length: FACTS - column }, (_, row) => (
              <Fragment key={row}>
                <Skeleton width={row % 2 === 0 ? 'md' : 'lg'} />
                <Skeleton width={row % 3 === 0 ? 'sm' : 'md'} />
              </Fragment>
            ))}
          </div>
        ))}
      </div>
      <div className="grid max-w-160 gap-6 pt-6">
        {['lg', 'md', 'xl', 'sm'].map((width) => (
          <Skeleton key={width} width={width as 'lg'} />
        ))}
      </div>
    </div>
  </>
)

const LoadedObject = () => {
  const { scope } = useSignedIn()
  const { oid } = useParams({ from: '/_app/objects/$oid/' })
  const isRequestable = isPathValue('oid', oid)
  const query = useQuery({ ...objectQuery(scope, oid), enabled: isRequestable })
  const isGone = !isRequestable || isApiError(query.error, 'not-found')
  return (
    <>
      <OidAddress oid={oid} to="/objects/$oid" />
      {query.data && !isGone && <StaleNotice query={query} />}
      <div className="@container px-6 pb-8 phone:px-4 phone:pb-6">
        <div className="flex min-h-11 items-center pt-2 phone:pt-0">
          <BackToObjects />
        </div>
        {isGone ? (
          <Gone />
        ) : query.data ? (
          <>
            <ClientTitle>{objectName(query.data)}</ClientTitle>
            <ObjectHead object={query.data} />
            {/* Keyed: no state of another object remains. */}
            <ObjectRegions key={query.data.oid} object={query.data} />
          </>
        ) : (
          <>
            <ClientTitle>{m.object_key()}</ClientTitle>
            {query.error ? (
              <LoadError
                error={query.error}
                title={m.error_title()}
                level={1}
                className=""
                onRetry={() => void query.refetch()}
              />
            ) : (
              <>
                <ObjectSkeleton />
                <PendingNotice query={query} queryKey={objectQuery(scope, oid).queryKey} />
              </>
            )}
          </>
        )}
      </div>
    </>
  )
}

const Gone = () => (
  <>
    <ClientTitle>{m.object_gone_title()}</ClientTitle>
    <NoSuchObject
      level={1}
      action={
        <Link to="/objects" className={buttonClass()}>
          {m.object_to_list()}
        </Link>
      }
    />
  </>
)
