import * as z from 'zod/mini'
import {
  flag,
  integer,
  orNull,
  record,
  records,
  text,
  textId,
  unknown,
  wrapped,
  type Documented,
  type Field,
  type Lenient,
} from './field.ts'

/** An agency's client account (API document 2.9). The browser never gets `auth_token` (G25). */
export const client = record('client', {
  email: textId(),
  company_name: text(),
  auth_token: text(),
  statistics_only: flag(),
  hidden_fields: unknown('null or unknown'),
  objects_count: integer(),
  calls_count: integer(),
})
export type ClientAccount = Documented<typeof client>

/** Agency with its clients (API document 2.9). */
export const agency = record('agency', {
  name: text(),
  domain: text(),
  phone_number: orNull(text()),
  is_active: flag(),
  clients: records(client),
})
export type Agency = Documented<typeof agency>

/** Body of `PUT /v2/agency` (API document 4.2). The phone number may be the null that GET returns (2.9). */
export const updateAgencyBody = z.object({
  agency: z.object({
    name: z.string(),
    domain: z.string(),
    phone_number: z.nullable(z.string()),
    is_active: z.boolean(),
  }),
})
export type UpdateAgencyBody = z.infer<typeof updateAgencyBody>
export const updateAgencyAnswer = wrapped('agency', agency)

/**
 * A client as the browser reads it: `client` is the identifier in `/api/v2/clients/<client>/…` and the page's
 * `client` parameter. Our server adds it, since the documented record has none (G3).
 */
const clientRead = record('client', {
  client: textId(),
  email: text(),
  company_name: text(),
  statistics_only: flag(),
  hidden_fields: unknown('null or unknown'),
  objects_count: integer(),
  calls_count: integer(),
})
export type ClientRead = Lenient<typeof clientRead>

const agencyRead = record('agency', { ...agency.shape, clients: records(clientRead) })
export type AgencyRead = Lenient<typeof agencyRead>

/**
 * `GET /v2/agency`: "an array with elements of the form agency object". `[{"agency":{…}}]` (the documented
 * reading), `[{…}]` and `{"agency":{…}}` are all accepted (G2).
 */
export const agencyAnswer: Field<{ agency: Agency }[], AgencyRead[]> = {
  kind: 'array of agency object',
  documented: z.array(z.strictObject({ agency: agency.documented })),
  lenient: z.pipe(
    z.transform((raw: unknown) =>
      (Array.isArray(raw) ? raw : [raw]).map((one: unknown) =>
        typeof one === 'object' && one !== null && 'agency' in one ? one.agency : one,
      ),
    ),
    z.array(agencyRead.lenient),
  ),
}
export const updatedAgencyRead = wrapped('agency', agencyRead)
