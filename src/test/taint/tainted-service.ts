import type { RequestListener } from 'node:http'
import { isPathValue } from '#/contract/endpoint.ts'
import { matchEndpoint, type EndpointMatch, type EndpointName } from '#/contract/endpoints.ts'
import { PAYLOADS } from './payloads.ts'
import { tainted, type Taint } from './tainted.ts'

/*
 * The API with an attack in every text of every answer, made from the contract's schemas: a field or an endpoint that is
 * added is tainted by itself. Lists hold all payloads, one in each record; of what there is but one, its name chooses.
 */

const PAGE = 100
const HOUR = 3_600_000
/** Long embedded JSON would be megabytes. */
const EMBEDDED_MOST = 600

const payloadOf = (number: number): string => PAYLOADS[number % PAYLOADS.length]!

/** The taint of one record. */
const taintOf = (number: number): Taint => ({
  payload: payloadOf(number),
  number,
  form: number % 3 === 2 && payloadOf(number).length < EMBEDDED_MOST ? 'embedded' : 'plain',
})
export const ALL_TAINTS: readonly Taint[] = PAYLOADS.map((_, number) => taintOf(number))

/** Every fourth object's id is its payload. */
export const taintedOid = (number: number): string =>
  number % 4 === 0 && isPathValue('oid', payloadOf(number)) ? payloadOf(number) : `o${number}`
const OIDS = new Map(PAYLOADS.map((_, number) => [taintedOid(number), number]))

const stampOf = (at: number) => new Date(at + 3 * HOUR).toISOString().replace(/\..*/, '+03:00')

const SECRETS = new Set(['api_key', 'auth_token'])
/** Every fifth has no readable date. */
const isDated = (number: number) => number % 5 !== 4

/** Ids, dates and keys are needed for rendering. */
const insteadAt =
  (now: number) =>
  (path: readonly string[], number: number): unknown => {
    const name = path.at(-1) ?? ''
    if (SECRETS.has(name)) return `token-of-${number}`
    if (name === 'is_agency_manager') return true
    if (name === 'statistics_only') return number % 7 === 6
    if (name === 'hidden_fields') return [`${payloadOf(number)} is hidden`]
    if (name === 'oid' || name === 'obj_oid') return taintedOid(number)
    if (/^(?:call|calls\.\*)\.status$/.test(path.join('.'))) return number % 19
    if (/(?:^|_)date(?:_|$)|_at$/.test(name) && isDated(number)) return stampOf(now - number * 1.5 * HOUR)
    return undefined
  }

/** Which records of a list a question is about: its days and its page. */
const listPage = (query: URLSearchParams, now: number) => {
  const [from, to] = [query.get('date_from') ?? '', query.get('date_to') ?? '9']
  const within = ALL_TAINTS.filter(({ number }) => {
    const day = stampOf(now - number * 1.5 * HOUR).slice(0, 10)
    return query.get('date_from') === null || (isDated(number) && day >= from && day <= to)
  })
  const page = Math.max(1, Number(query.get('page') ?? 1))
  const pages = Math.max(1, Math.ceil(within.length / PAGE))
  return {
    records: within.slice((page - 1) * PAGE, page * PAGE),
    pagination: {
      current_page: page,
      next_page: page < pages ? page + 1 : null,
      prev_page: page > 1 ? page - 1 : null,
      total_pages: pages,
      total_objects: within.length,
    },
  }
}

/** Of one resource its name tells which payload it has. */
const numberOf = ({ values }: EndpointMatch): number => {
  if (values.call_id !== undefined) return Number(values.call_id) - 1
  if (values.oid !== undefined) return OIDS.get(values.oid) ?? 0
  return Math.max(0, PAYLOADS.indexOf(values.plan_name ?? ''))
}

/**
 * The answer of an endpoint, as documented but for its texts.
 * @param turn the payload of what has no name: who is signed in, the agency
 */
export const taintedAnswer = (
  match: EndpointMatch,
  query: URLSearchParams,
  { now, turn }: { now: number; turn: number },
): unknown => {
  const { records, pagination } = listPage(query, now)
  const number = Object.keys(match.values).length > 0 ? numberOf(match) : turn
  const instead = insteadAt(now)
  const withRules = (taint: Taint): Taint => ({
    ...taint,
    lists,
    instead: (path, own) => {
      if (path.at(-1) === 'pagination') return pagination
      // One object's list.
      if (path.at(-1) === 'obj_oid' && match.values.oid !== undefined) return match.values.oid
      return instead(path, own)
    },
  })
  const lists = (path: readonly string[]): readonly Taint[] | undefined => {
    const at = path.join('.')
    if (at === '' && match.name === 'agency') return [withRules(taintOf(turn))]
    if (/^(?:calls|objs)$|(?:^|\.)clients$/.test(at)) {
      // Not paged.
      return (at.endsWith('clients') ? ALL_TAINTS : records).map(withRules)
    }
    if (at === 'meta.obj') return records.map(withRules)
    if (at === 'sources' || at === 'call_statuses') return ALL_TAINTS.slice(0, 120).map(withRules)
    return undefined
  }
  return tainted(match.endpoint.answer.documented, withRules(taintOf(number)))
}

/** Messages of a refused write (G13). */
const refusal = (turn: number) => ({
  error: { utm: payloadOf(turn), name: payloadOf(turn + 1), [payloadOf(turn + 2)]: payloadOf(turn + 3) },
})

const WRITES: ReadonlySet<EndpointName> = new Set(['update_agency', 'script_config'])

export const taintedService = (now: number): RequestListener => {
  let turn = 0
  return (request, response) => {
    const url = new URL(request.url ?? '/', 'http://service')
    const match = matchEndpoint(request.method ?? 'GET', url.pathname)
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    request.resume()
    if (match?.name === 'sign_in') turn++
    if (match === null) send(404, { error: payloadOf(turn) })
    else if (WRITES.has(match.name)) send(400, refusal(turn))
    else send(200, taintedAnswer(match, url.searchParams, { now, turn }))
  }
}
