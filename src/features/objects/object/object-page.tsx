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
import { ObjectSkeleton } from './object-skeleton.tsx'
import { OidAddress } from './oid-address.tsx'

/** One object: what is known of it, and its settings. */
export const ObjectPage = () => (
  <ClientGate head={<PageBar title={m.objects_title()} />}>
    <LoadedObject />
  </ClientGate>
)

const LoadedObject = () => {
  const { scope } = useSignedIn()
  const { oid } = useParams({ from: '/_app/objects/$oid/' })
  const canBeAsked = isPathValue('oid', oid)
  const query = useQuery({ ...objectQuery(scope, oid), enabled: canBeAsked })
  const isGone = !canBeAsked || isApiError(query.error, 'not-found')
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
            {/* Another object gets a new state: what was opened, chosen or had failed in the previous one does not stay. */}
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
