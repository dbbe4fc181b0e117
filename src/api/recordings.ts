import { clientPrefix } from '#/contract/endpoint.ts'
import { assertOurs, errorOf, failedRequest, type Scope } from './client.ts'

/** Recordings are proxied, whatever URL the service gives (G16). */
export const recordingPath = ({ client }: Scope, oid: string, callId: number): string =>
  `/api${clientPrefix(client)}/recordings/${encodeURIComponent(oid)}/${callId}`

export const fetchRecording = async (
  scope: Scope,
  path: string,
  { range, signal }: { range?: string; signal: AbortSignal },
): Promise<Response> => {
  let response: Response
  try {
    response = await fetch(path, {
      headers: {
        'x-requested-by': 'callboard',
        'x-callboard-principal': scope.principal,
        ...(range !== undefined && { range }),
      },
      redirect: 'manual',
      signal,
    })
  } catch (cause) {
    throw await failedRequest(cause, signal)
  }
  assertOurs(response)
  if (!response.ok) throw await errorOf(response, scope)
  return response
}
