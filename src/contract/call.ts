import * as z from 'zod/mini'
import { callReadings, listedCallReadings } from './call-fields.ts'
import {
  integer,
  list,
  nested,
  record,
  records,
  text,
  withAdded,
  type Documented,
  type Field,
  type Lenient,
} from './field.ts'
import { obj } from './object.ts'
import { pagination } from './pagination.ts'

/**
 * Added by our server: the caller in `phone_number_from`, parsed by the object's country
 * (contract/phones/caller.ts). Null: withheld or missing.
 */
const added = { caller: text() }

/** A call in lists (API document 2.5). */
export const listedCall = withAdded(record('call', listedCallReadings), added)
export type ListedCall = Documented<typeof listedCall>
export type ListedCallRead = Lenient<typeof listedCall>

/** The single call: without the five list-only fields (API document 2.5, G5). */
export const call = withAdded(record('call', callReadings), added)
export type Call = Documented<typeof call>
export type CallRead = Lenient<typeof call>

/** Entry of `meta.services` (API document 2.8). */
export const service = record('service', {
  id: integer(),
  service_name: text(),
  name: text(),
  service_logo_url: text(),
})
export type Service = Documented<typeof service>

/** `meta.statuses`: status name to code (API document 3.2). */
const statuses: Field<Record<string, number>, Record<string, number>> = {
  kind: 'object',
  documented: z.record(z.string(), z.int()),
  lenient: z.pipe(
    z.transform((raw: unknown) =>
      Object.fromEntries(
        Object.entries(typeof raw === 'object' && raw !== null ? raw : {}).filter(
          (pair): pair is [string, number] => Number.isSafeInteger(pair[1]),
        ),
      ),
    ),
    z.custom<Record<string, number>>(),
  ),
}

/** Answer of `GET /v2/calls` (API document 4.2): no `meta.statuses`, no `meta.services` (G8). */
export const allCallsAnswer = record('calls', {
  calls: records(listedCall),
  meta: nested(record('meta', { obj: list(nested(obj)), pagination: nested(pagination) })),
})

/** Answer of `GET /v2/objs/<oid>/calls` (API document 4.2). */
export const objectCallsAnswer = record('calls', {
  calls: records(listedCall),
  meta: nested(
    record('meta', {
      obj: nested(obj),
      statuses,
      services: list(nested(service)),
      pagination: nested(pagination),
    }),
  ),
})

/** Answer of `GET /v2/objs/<oid>/calls/<call_id>` (API document 4.2). */
const wrappedCall = record('call', {
  call,
  meta: nested(record('meta', { obj: nested(obj), statuses, services: list(nested(service)) })),
})
export const callAnswer: typeof wrappedCall = {
  ...wrappedCall,
  // Also accepts a call without the wrapper (G24).
  lenient: z.pipe(
    z.transform((raw: unknown) =>
      typeof raw === 'object' && raw !== null && !('call' in raw) ? { call: raw, meta: null } : raw,
    ),
    wrappedCall.lenient,
  ),
}
export type CallAnswerRead = Lenient<typeof callAnswer>
