import { clientOf, type ConsoleRequest } from '#/api/console/send-request.ts'
import type { Scope } from '#/api/client.ts'
import { pathOf, type Endpoint } from '#/contract/endpoint.ts'
import { endpoints } from '#/contract/endpoints.ts'

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Passwords are never stored or shown. */
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

/** curl for the service itself (API document 4, 5). The page has no key, so `API_KEY` is a placeholder. */
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
    // No key is documented for sign-in (G18).
    ...(endpoint === endpoints.sign_in ? [] : ['-u "$API_KEY:"']),
    `-H 'Content-Type: application/json'`,
    ...(request.body === undefined
      ? []
      : [`--data-raw ${quoted(JSON.stringify(withoutPassword(request.body)))}`]),
  ].join(' \\\n  ')
}
