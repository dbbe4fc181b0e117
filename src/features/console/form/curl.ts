import { clientOf, type ConsoleRequest } from '#/api/console/send-request.ts'
import type { Scope } from '#/api/client.ts'
import { pathOf, type Endpoint } from '#/contract/endpoint.ts'
import { endpoints } from '#/contract/endpoints.ts'

/** A word of a shell, whatever it holds. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A body as it may be kept and shown: a password goes with the request, and is nowhere afterwards. */
export const withoutPassword = (body: unknown): unknown =>
  Array.isArray(body)
    ? body.map(withoutPassword)
    : typeof body === 'object' && body !== null
      ? Object.fromEntries(
          Object.entries(body).map(([name, value]) => [
            name,
            /password/i.test(name) ? '<PASSWORD>' : withoutPassword(value),
          ]),
        )
      : body

/**
 * The same request to the service itself, as the document writes it (API document 4, 5). The page has no key, so that none
 * can be in it: `API_KEY`, the service's address and a client's own number are whoever runs it to say.
 */
export const curlOf = (endpoint: Endpoint, request: ConsoleRequest, scope: Scope): string => {
  const path = pathOf(endpoint, request.values)
  const search = new URLSearchParams(request.query).toString()
  const ofClient = clientOf(endpoint, scope) !== null
  const version = /^\/v\d/.exec(path)?.[0] ?? ''
  const rest = path.slice(version.length) + (search && `?${search}`)
  const address = ofClient
    ? `"$API_URL"${version}/clients/"$CLIENT_ID"${quoted(rest)}`
    : `"$API_URL"${quoted(version + rest)}`
  return [
    `curl ${endpoint.method === 'GET' ? '' : `-X ${endpoint.method} `}${address}`,
    // Whether sign-in needs a key is not shown: none is sent (G18).
    ...(endpoint === endpoints.sign_in ? [] : ['-u "$API_KEY:"']),
    `-H 'Content-Type: application/json'`,
    ...(request.body === undefined
      ? []
      : [`--data-raw ${quoted(JSON.stringify(withoutPassword(request.body)))}`]),
  ].join(' \\\n  ')
}
