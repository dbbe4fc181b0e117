import * as z from 'zod'
import { clientAddress, networkOf, type AddressList } from './client-address.ts'
import { failure } from './failure.ts'
import { readText, sendNothing, type AppContext } from './exchange.ts'
import type { Log } from '#/server/log.ts'
import { createRateLimiter } from '#/server/session/rate-limit.ts'

const MAX_BYTES = 8 * 1024
const PER_ADDRESS = [{ count: 10, ms: 60_000 }]
const DIRECTIVE = /^[a-z-]{1,40}$/

/** Both forms that browsers send: `report-uri` one report, `report-to` a list. Only the directive is read. */
const reports = z.union([
  z
    .object({ 'csp-report': z.object({ 'effective-directive': z.string().regex(DIRECTIVE) }) })
    .transform((report) => [report['csp-report']['effective-directive']]),
  z
    .array(z.object({ body: z.object({ effectiveDirective: z.string().regex(DIRECTIVE) }) }))
    .transform((list) => list.map(({ body }) => body.effectiveDirective)),
])

/**
 * Takes violations of the page's policy. What is logged is the directive's name: samples and addresses in a report
 * may hold personal data.
 */
export const cspReports = (log: Log, monotonic: () => number, trustedProxies: AddressList) => {
  const limiter = createRateLimiter(PER_ADDRESS, monotonic)
  return async (c: AppContext): Promise<Response> => {
    const wait = limiter.take(networkOf(clientAddress(c, trustedProxies)))
    if (wait > 0)
      throw failure('rate_limited', { headers: { 'Retry-After': String(Math.ceil(wait / 1000)) } })
    const text = await readText(c.req.raw, MAX_BYTES)
    let parsed
    try {
      parsed = reports.safeParse(JSON.parse(text))
    } catch (cause) {
      throw failure('invalid_json', { cause })
    }
    for (const directive of new Set(parsed.data ?? []))
      log({ event: 'csp-report', directive, request_id: c.get('requestId') })
    return sendNothing(c)
  }
}
