import type * as fc from 'fast-check'
import { agencyAnswer } from '#/contract/agency.ts'
import { isReadable } from '#/contract/field.ts'
import { fakeJson } from '../fake-fetch.ts'
import { racingFigures } from './racing-figures.ts'

export const RACING_CLIENTS = ['c1', 'c2'] as const
export const PAGE = 2
export const TOTAL = 4

/**
 * The service behind our server: a request is judged when it arrives, its answer comes when the scheduler lets it. Every
 * row says whose it is: account, client or `*` for the agency, and for contacts object and period.
 * @param isAbortable an aborted request gets no answer
 * @param isListedAnyway the agency's list names clients whose calls are refused
 */
export const createRacingService = (
  scheduler: fc.Scheduler,
  isAbortable: boolean,
  isListedAnyway: boolean,
) => {
  let clock = 0
  const service = {
    principal: null as string | null,
    withdrawn: new Set<string>(),
    refused: new Map<string, number>(),
    /** Those of them that may be named again: the list does, or the user has asked for them. */
    named: new Set<string>(),
  }
  const refuse = (owner: string) => {
    service.refused.set(owner, ++clock)
    service.named.delete(owner)
  }

  const answer = (
    principal: string,
    client: string | null,
    url: URL,
    sent: { readonly oid?: string | null; readonly after?: string },
  ): { status: number; body: unknown } => {
    if (client !== null && service.withdrawn.has(`${principal}/${client}`))
      return { status: 403, body: { error: 'client_forbidden' } }
    const owner = `${principal}/${client ?? '*'}`
    const [, oid = null] = /\/objs\/([^/]+)/.exec(url.pathname) ?? []
    const ok = (body: unknown) => ({ status: 200, body })
    if (url.pathname.includes('/figures/'))
      return ok(racingFigures(url.pathname, sent, { title: owner, row: `${owner}/${sent.oid ?? null}` }))
    if (url.pathname.endsWith('/agency')) {
      const clients = RACING_CLIENTS.filter(
        (client) => isListedAnyway || !service.withdrawn.has(`${principal}/${client}`),
      )
      return ok([{ name: owner, clients: clients.map((client) => ({ client, company_name: owner })) }])
    }
    if (url.pathname.endsWith('/objs/')) return ok({ objs: [{ oid: 'o1', title: owner }] })
    if (url.pathname.endsWith('/filters'))
      return ok({ sources: [[owner, 'S']], durations: [], call_statuses: [] })
    if (url.pathname.endsWith('/calls/1')) return ok({ call: { id: 1, phone_number_from: owner } })
    if (url.pathname.endsWith('/objs/o1')) return ok({ obj: { oid: 'o1', title: owner } })
    const page = Number(url.searchParams.get('page') ?? 1)
    const calls = Array.from({ length: PAGE }, (_, index) => ({
      id: (page - 1) * PAGE + index + 1,
      date: `${url.searchParams.get('date_from') ?? '2026-11-20'}T10:00:00+03:00`,
      source: { title: `${owner}/${oid}` },
      phone_number_from: `${owner}/${oid}/${url.searchParams.get('period')}`,
    }))
    const obj = { oid: oid ?? 'o1', title: owner }
    const pagination = { current_page: page, total_pages: TOTAL / PAGE, total_objects: TOTAL }
    return { status: 200, body: { calls, meta: { pagination, obj: oid === null ? [obj] : obj } } }
  }

  const fetch = async (path: string, { signal, body: sent }: RequestInit = {}): Promise<Response> => {
    const url = new URL(path, 'http://page')
    const [, client = null] = /\/clients\/([^/]+)\//.exec(url.pathname) ?? []
    const { principal } = service
    const arrived = clock
    const { status, body } =
      principal === null
        ? { status: 401, body: { error: 'session_ended' } }
        : answer(principal, client, url, typeof sent === 'string' ? (JSON.parse(sent) as object) : {})
    await scheduler.schedule(Promise.resolve(), `${status} ${path}`)
    if (signal?.aborted) {
      // A body in transit survives an abort.
      if (isAbortable) throw signal.reason
    } else if (client !== null) {
      const owner = `${principal}/${client}`
      if (status === 403) refuse(owner)
      else if (arrived >= (service.refused.get(owner) ?? Infinity)) service.refused.delete(owner)
    } else if (status === 200 && url.pathname.endsWith('/agency')) {
      const listed = new Set(
        agencyAnswer.lenient
          .parse(body)
          .flatMap(({ clients }) => clients.filter(isReadable).map((one) => one.client)),
      )
      for (const client of RACING_CLIENTS) {
        const owner = `${principal}/${client}`
        if (!listed.has(client)) refuse(owner)
        else if (!isListedAnyway && arrived >= (service.refused.get(owner) ?? Infinity))
          service.named.add(owner)
      }
    }
    return fakeJson(body, {
      status,
      headers: { 'x-callboard': '1', ...(principal !== null && { 'x-callboard-principal': principal }) },
    })
  }
  return { service, fetch }
}

export type RacingService = ReturnType<typeof createRacingService>['service']
