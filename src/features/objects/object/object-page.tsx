import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { objectQuery } from '#/api/objects.ts'
import { ClientGate } from '#/features/agency/client-gate.tsx'
import { objectName } from '#/features/shell/object-name.ts'
import { PageBar } from '#/features/shell/page-bar.tsx'
import { useSignedIn } from '#/features/shell/session/use-signed-in.ts'
import { Notifications } from '#/features/objects/notifications/notifications.tsx'
import { TrackingScript } from '#/features/objects/script-config/tracking-script.tsx'
import { m } from '#/i18n/paraglide/messages.js'

/** One object: what is known of it, and its settings. */
export const ObjectPage = () => (
  <ClientGate head={<PageBar title={m.objects_title()} />}>
    <ObjectDetails />
  </ClientGate>
)

const ObjectDetails = () => {
  const { scope } = useSignedIn()
  const { oid } = useParams({ from: '/_app/objects/$oid/' })
  const query = useQuery(objectQuery(scope, oid))
  if (!query.data) return null
  return (
    <>
      <PageBar title={objectName(query.data)} />
      <TrackingScript object={query.data} />
      <Notifications object={query.data} />
    </>
  )
}
