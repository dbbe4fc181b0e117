import { describe, expect, test } from 'vitest'
import { DOCUMENT, exampleOf, OPEN_TYPES, VALUES, type Resource } from '#/test/api-document.ts'
import { agency, client } from './agency.ts'
import { callSource, callType, comment } from './call-fields.ts'
import { call, listedCall, service } from './call.ts'
import { customerStatus } from './customer-status.ts'
import type { Field } from './field.ts'
import {
  city,
  clientPhoneNumber,
  country,
  customStatus,
  emailNotification,
  obj,
  objEmailNotifyConfig,
  tariff,
} from './object.ts'
import { pagination } from './pagination.ts'
import { plan } from './plan.ts'
import { role, user } from './sign-in/user.ts'

type Schema = Pick<Field<unknown>, 'documented'> & {
  readonly shape: Readonly<Record<string, { kind: string }>>
}

const SCHEMAS: Readonly<Record<Resource, Schema>> = {
  user,
  role,
  obj,
  country,
  city,
  custom_status: customStatus,
  tariff,
  email_notification: emailNotification,
  obj_email_notify_config: objEmailNotifyConfig,
  client_phone_number: clientPhoneNumber,
  call: listedCall,
  single_call: call,
  call_type: callType,
  source: callSource,
  comment,
  customer_status: customerStatus,
  service,
  agency,
  client,
  plan,
  pagination,
}

/** Values that a documented field of this type accepts. */
const acceptedBy = (type: string): string[] => {
  if (OPEN_TYPES.has(type)) return Object.keys(VALUES)
  const [name = '', nullable] = type.split('|')
  const own = name === 'number' ? ['integer', 'number'] : name.startsWith('array of ') ? ['array'] : [name]
  return [...own.filter((one) => one in VALUES), ...(nullable ? ['null'] : [])]
}

const RESOURCES = Object.keys(DOCUMENT) as Resource[]
describe.each(RESOURCES.map((name) => ({ name, ...DOCUMENT[name], schema: SCHEMAS[name] })))(
  '$name (API document $section)',
  ({ name: resource, fields, schema }) => {
    const whole = exampleOf(resource)
    const accepts = (value: unknown) => schema.documented.safeParse(value).success

    test('has the documented fields with their types, all and no more', () => {
      const kinds = Object.fromEntries(Object.entries(schema.shape).map(([name, { kind }]) => [name, kind]))
      expect(kinds).toEqual(fields)
    })

    test('the documented reading takes a record as documented, and none with a field less or more', () => {
      expect(schema.documented.safeParse(whole)).toEqual({ success: true, data: whole })
      for (const name of Object.keys(fields)) {
        const { [name]: _left, ...rest } = whole
        expect(accepts(rest), `without ${name}`).toBe(false)
      }
      expect(accepts({ ...whole, added: 1 })).toBe(false)
    })

    test('the documented reading takes each field in its own type only, and null only where it is written', () => {
      for (const [name, type] of Object.entries(fields)) {
        const accepted = Object.entries(VALUES).flatMap(([kind, value]) =>
          accepts({ ...whole, [name]: value }) ? [kind] : [],
        )
        expect(accepted.toSorted(), name).toEqual(acceptedBy(type).toSorted())
      }
    })
  },
)
