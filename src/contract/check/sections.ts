import type { ZodMiniType } from 'zod/mini'
import { agency, client } from '#/contract/agency.ts'
import { call, listedCall, objectCallsAnswer, callAnswer, service } from '#/contract/call.ts'
import { callSource, callType, comment } from '#/contract/call-fields.ts'
import { DURATION_FILTERS, objectFiltersAnswer } from '#/contract/call-filters.ts'
import { CALL_STATUS, CALL_TYPE, OBJECT_STATUSES } from '#/contract/codes.ts'
import { customerStatus } from '#/contract/customer-status.ts'
import {
  city,
  clientPhoneNumber,
  country,
  customStatus,
  emailNotification,
  obj,
  objEmailNotifyConfig,
  tariff,
} from '#/contract/object.ts'
import { pagination } from '#/contract/pagination.ts'
import { plan } from '#/contract/plan.ts'
import { SCRIPT_OPTIONS } from '#/contract/script-config.ts'
import { role, user } from '#/contract/sign-in/user.ts'

/* Facts for the contract check besides types: sections, codes, and changes made by our server. */

/** Section of the API document by a record's documented schema. */
export const SECTIONS: ReadonlyMap<ZodMiniType, string> = new Map<ZodMiniType, string>([
  [user.documented, '2.1'],
  [role.documented, '2.1'],
  [obj.documented, '2.2'],
  [country.documented, '2.2'],
  [city.documented, '2.2'],
  [customStatus.documented, '2.2'],
  [tariff.documented, '2.2'],
  [emailNotification.documented, '2.2'],
  [objEmailNotifyConfig.documented, '2.3'],
  [clientPhoneNumber.documented, '2.4'],
  [call.documented, '2.5'],
  [listedCall.documented, '2.5'],
  [callType.documented, '2.5'],
  [callSource.documented, '2.5'],
  [comment.documented, '2.5'],
  [customerStatus.documented, '2.7'],
  [service.documented, '2.8'],
  [agency.documented, '2.9'],
  [client.documented, '2.9'],
  [plan.documented, '2.10'],
  [pagination.documented, '2.12'],
])

/** Documented values of a field or of its items. */
export interface KnownCodes {
  readonly known: ReadonlySet<unknown>
  readonly section: string
}
const codes = (section: string, known: readonly unknown[]): KnownCodes => ({ section, known: new Set(known) })

const CALL_STATUS_CODES = codes('3.2', Object.values(CALL_STATUS))

const metaOf = ({ shape }: typeof callAnswer | typeof objectCallsAnswer): ZodMiniType => shape.meta.documented

/** Fields that are codes, by record. */
export const CODES: ReadonlyMap<ZodMiniType, Readonly<Record<string, KnownCodes>>> = new Map<
  ZodMiniType,
  Readonly<Record<string, KnownCodes>>
>([
  [call.documented, { status: CALL_STATUS_CODES }],
  [listedCall.documented, { status: CALL_STATUS_CODES }],
  [metaOf(objectCallsAnswer), { statuses: CALL_STATUS_CODES }],
  [metaOf(callAnswer), { statuses: CALL_STATUS_CODES }],
  [
    callType.documented,
    { id: codes('2.5', Object.values(CALL_TYPE)), name: codes('2.5', Object.keys(CALL_TYPE)) },
  ],
  [obj.documented, { status: codes('3.1', OBJECT_STATUSES), script_config: codes('2.2', SCRIPT_OPTIONS) }],
  [objectFiltersAnswer.documented, { durations: codes('4.4', DURATION_FILTERS) }],
])

/** Fields that our server removes (G25), which is no difference. */
export const WITHHELD: ReadonlyMap<ZodMiniType, string> = new Map<ZodMiniType, string>([
  [user.documented, 'api_key'],
  [client.documented, 'auth_token'],
])

/** Fields that our server adds: a client's identifier (G3), and parsed numbers. */
export const ADDED: ReadonlyMap<ZodMiniType, readonly string[]> = new Map<ZodMiniType, readonly string[]>([
  [client.documented, ['client']],
  [call.documented, ['caller']],
  [listedCall.documented, ['caller']],
  [obj.documented, ['own_number', 'country_code']],
  [clientPhoneNumber.documented, ['targets']],
])

/** Records whose fields may be hidden (G12). */
export const CONTACTS: ReadonlySet<ZodMiniType> = new Set<ZodMiniType>([
  call.documented,
  listedCall.documented,
])
