import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { objectQuery } from '#/api/objects.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import { needsClient } from '#/domain/session/scope.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

export const OidAddress = ({ oid, to }: { oid: string; to: '/objects/$oid' | '/objects/$oid/calls' }) => {
  const { session, scope } = useSignedIn()
  const { data: object } = useQuery({
    ...objectQuery(scope, oid),
    enabled: !needsClient(session, scope) && isPathValue('oid', oid),
  })
  if (!object || object.oid === oid || !isPathValue('oid', object.oid)) return null
  return <Navigate to={to} params={{ oid: object.oid }} search hash state replace />
}
