import type { Plan } from '#/contract/plan.ts'
import { callsOfAccount, listCalls } from './calls.ts'
import { readFilters } from './call-query.ts'
import { pathValue, type EndpointHandler, type Reference } from '../context.ts'
import { Refusal } from '../failure.ts'
import { listObjects, toObjs } from './objects.ts'
import { readV1Window } from './paging.ts'
import { COUNTRIES, PLACES } from '../sample/places.ts'

/** The answer of `GET /v1/geo` is not documented (API document 2.11, G17): countries and cities as in objects. */
const GEO = {
  countries: Object.values(COUNTRIES),
  cities: PLACES.map(({ id, language, name, name_int, translated_name }) => ({
    id,
    country_id: COUNTRIES[language].id,
    name,
    name_int,
    translated_name,
  })),
}

/**
 * Plans that can be looked up; the document shows their fields (2.10) but no names. Two tariffs of the sample
 * are no longer offered.
 */
const PLANS: readonly Plan[] = [
  { name: 'Start', title: 'Start', price: '₽3,200', sessions: 5_000, numbers: 6 },
  { name: 'basic', title: 'Basic', price: '$49', sessions: 5_000, numbers: 5 },
  { name: 'Business', title: 'Business 2026', price: '₽7,900.50', sessions: 10_000, numbers: 10 },
  { name: 'Clinic plus', title: 'Clinic plus', price: '₽14,900', sessions: 30_000, numbers: 20 },
  { name: 'Pro', title: 'Pro', price: '₽16,900', sessions: 30_000, numbers: 20 },
  { name: 'network', title: 'Network', price: '$349', sessions: 100_000, numbers: 60 },
]

/** Lists of v1's Objects and Calls sections: paths and payloads are not documented (API document 4.5). */
export const V1_LISTS = {
  objects: { path: '/v1/objects', section: 'objects' },
  calls: { path: '/v1/calls', section: 'calls' },
} as const

export const v1Handlers = () =>
  ({
    geo: (c) => c.json(GEO),

    /** Not wrapped (G24). */
    plan: (c) => {
      const name = pathValue(c, 'plan_name')
      const plan = PLANS.find((one) => one.name === name)
      if (!plan) throw new Refusal('not_found')
      return c.json(plan)
    },
  }) satisfies Record<string, EndpointHandler>

/** `{"objects":[…],"count":n,"total":n}` and `{"calls":[…],…}` (G24), with v2's records and filters. */
export const v1ListHandlers = (reference: Reference): Record<keyof typeof V1_LISTS, EndpointHandler> => {
  const { database } = reference
  return {
    objects: async (c) => {
      const window = readV1Window(c.req.query())
      const { rows, total } = await listObjects(database, c.var.owner.id, null, window)
      return c.json({ objects: await toObjs(reference, rows), count: rows.length, total })
    },

    calls: async (c) => {
      const query = c.req.query()
      const window = readV1Window(query)
      const scope = await callsOfAccount(database, c.var.owner.id)
      const { calls, total } = await listCalls(reference, scope, readFilters(query), window)
      return c.json({ calls, count: calls.length, total })
    },
  }
}
