import * as z from 'zod/mini'
import { listedCall } from '#/contract/call.ts'
import { endpoints, type EndpointName } from '#/contract/endpoints.ts'
import { obj } from '#/contract/object.ts'
import { SCRIPT_OPTIONS } from '#/contract/script-config.ts'
import { RECORDING_PATH } from '#/server/reference/endpoints/recordings.ts'
import { V1_LISTS } from '#/server/reference/endpoints/v1.ts'
import { TEST_ACCOUNTS, TEST_PASSWORD, type AccountName } from './rows.ts'
import { basic } from './fixture.ts'

export const OWNED = {
  marketer: { oid: 'oid-1', call: 1, oids: ['oid-1', 'oid-2'] },
  client: { oid: 'oid-4', call: 104, oids: ['oid-4'] },
  otherClient: { oid: 'oid-5', call: 105, oids: ['oid-5'] },
} as const satisfies Partial<Record<AccountName, object>>
type Owned = (typeof OWNED)[keyof typeof OWNED]

export interface MatrixCaller {
  readonly key: string | null
  readonly password?: string
  readonly prefix?: number
  /** Owner of the data in a successful answer. */
  readonly about: keyof typeof OWNED
  /** Owner of the path's object and call, if another account. */
  readonly names?: keyof typeof OWNED
}

/** Columns of {@link MATRIX}: `a/b` is a's key with b's client prefix, `a@b` a's key on b's object. */
export const CALLERS = {
  none: { key: null, about: 'marketer' },
  empty: { key: '', about: 'marketer' },
  wrong: { key: 'wrong', about: 'marketer' },
  password: { key: TEST_ACCOUNTS.marketer.key, password: 'x', about: 'marketer' },
  marketer: { key: TEST_ACCOUNTS.marketer.key, about: 'marketer' },
  client: { key: TEST_ACCOUNTS.client.key, about: 'client' },
  manager: { key: TEST_ACCOUNTS.manager.key, about: 'client' },
  'manager/client': { key: TEST_ACCOUNTS.manager.key, prefix: TEST_ACCOUNTS.client.id, about: 'client' },
  'manager/other': {
    key: TEST_ACCOUNTS.manager.key,
    prefix: TEST_ACCOUNTS.otherClient.id,
    about: 'otherClient',
  },
  'marketer/client': { key: TEST_ACCOUNTS.marketer.key, prefix: TEST_ACCOUNTS.client.id, about: 'client' },
  'marketer@client': { key: TEST_ACCOUNTS.marketer.key, about: 'marketer', names: 'client' },
} as const satisfies Record<string, MatrixCaller>

/** Both ways to send a key (API document 5.1, 5.2, G4). A token with a password is another key. */
export const CREDENTIALS = {
  Basic: (key: string, password = ''): Record<string, string> => ({ Authorization: basic(key, password) }),
  'X-AUTH-TOKEN': (key: string, password?: string): Record<string, string> => ({
    'X-AUTH-TOKEN': password === undefined ? key : `${key}:${password}`,
  }),
} as const

/**
 * What each endpoint answers to whom (API document 5.4 to 5.6): 200 with the data of the account it is about, 401
 * `unauthorized`, 403 `access_denied`, 404 `not_found`.
 *
 * Without a valid key only sign-in (G18) and the pictures answer. The agency section is for its manager. Marketers and
 * clients read their own objects, calls and payment; a manager reads those of the agency's clients, with the client's
 * prefix. The prefix is refused to other accounts, and is a wrong URL in sections without one. An object of another
 * account is not found, and lists hold only the account's own records.
 */
export const MATRIX = `
endpoint        none  empty  wrong  password  marketer  client  manager  manager/client  manager/other  marketer/client  marketer@client

sign_in         200   200    200    200       200       200     200      404             404            404              200
logo            200   200    200    200       200       200     200      404             404            404              200

agency          401   401    401    401       403       403     200      404             404            404              403
update_agency   401   401    401    401       403       403     200      404             404            404              403

all_calls       401   401    401    401       200       200     403      200             404            403              200
object_calls    401   401    401    401       200       200     403      200             404            403              404
call            401   401    401    401       200       200     403      200             404            403              404
objects         401   401    401    401       200       200     403      200             404            403              200
object          401   401    401    401       200       200     403      200             404            403              404
object_filters  401   401    401    401       200       200     403      200             404            403              404
script_config   401   401    401    401       200       200     403      200             404            403              404
plan            401   401    401    401       200       200     403      200             404            403              200
v1_objects      401   401    401    401       200       200     403      200             404            403              200
v1_calls        401   401    401    401       200       200     403      200             404            403              200

geo             401   401    401    401       200       200     200      404             404            404              200
recording       401   401    401    401       200       200     200      404             404            404              404
`

export interface Case {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: (owned: Owned) => string
  readonly body?: unknown
  /**
   * Parses a success by the strict schema.
   * @returns its unique oids and keys, sorted
   */
  readonly read: (response: Response) => Promise<string[]>
  readonly expected: (owned: Owned) => readonly string[]
}

const json =
  (schema: z.ZodMiniType) =>
  async (response: Response): Promise<string[]> => {
    const text = await response.text()
    if (response.headers.get('Content-Type') !== 'application/json') throw new TypeError('is no JSON')
    schema.parse(JSON.parse(text))
    return [...new Set(text.match(/\b(?:oid|key)-[\w-]+/g))].toSorted()
  }

const file = (type: string, start: string) => async (response: Response) => {
  const text = await response.text()
  if (response.headers.get('Content-Type') !== type || !text.startsWith(start))
    throw new TypeError(`is no ${type}`)
  return []
}

const documented = (
  name: EndpointName,
  expected: Case['expected'],
  more: Partial<Pick<Case, 'body' | 'read'>> = {},
): Case => {
  const { method, path, answer } = endpoints[name]
  return {
    method,
    path: ({ oid, call }) =>
      path.replace(':oid', oid).replace(':call_id', String(call)).replace(':plan_name', 'basic'),
    read: json(answer.documented),
    expected,
    ...more,
  }
}

const nothing = () => []
const one = ({ oid }: Owned) => [oid]
const all = ({ oids }: Owned) => oids
const clientKeys = () => [TEST_ACCOUNTS.client.key, TEST_ACCOUNTS.emptyClient.key]

/** Not documented (G11): here the options that are on. */
const scriptConfig = z.strictObject({ script_config: z.array(z.enum(SCRIPT_OPTIONS)) })
/** Not documented (G17): here countries and cities as in objects. */
const geo = z.strictObject({
  countries: z.array(obj.shape.country.documented),
  cities: z.array(
    z.strictObject({
      id: z.int(),
      country_id: z.int(),
      name: z.string(),
      name_int: z.string(),
      translated_name: z.string(),
    }),
  ),
})
const v1List = { count: z.int(), total: z.int() }

export const CASES = {
  sign_in: documented('sign_in', () => [TEST_ACCOUNTS.marketer.key, ...OWNED.marketer.oids], {
    body: { user: { email: 'marketer@example.com', password: TEST_PASSWORD } },
  }),
  logo: {
    method: 'GET',
    path: () => '/v2/logos/1.svg',
    read: file('image/svg+xml', '<svg '),
    expected: nothing,
  },
  agency: documented('agency', clientKeys),
  update_agency: documented('update_agency', clientKeys, {
    body: { agency: { name: 'Third', domain: 'third.example', phone_number: '7812', is_active: false } },
  }),
  all_calls: documented('all_calls', one),
  object_calls: documented('object_calls', one),
  call: documented('call', one),
  objects: documented('objects', all),
  object: documented('object', one),
  object_filters: documented('object_filters', nothing),
  script_config: documented('script_config', nothing, {
    body: { script_config: { gtm: '5' } },
    read: json(scriptConfig),
  }),
  plan: documented('plan', nothing),
  v1_objects: {
    method: 'GET',
    path: () => V1_LISTS.objects.path,
    read: json(z.strictObject({ objects: z.array(obj.documented), ...v1List })),
    expected: all,
  },
  v1_calls: {
    method: 'GET',
    path: () => V1_LISTS.calls.path,
    read: json(z.strictObject({ calls: z.array(listedCall.documented), ...v1List })),
    expected: one,
  },
  geo: documented('geo', nothing, { read: json(geo) }),
  recording: {
    method: 'GET',
    path: ({ oid, call }) => RECORDING_PATH.replace(':oid', oid).replace(/:file.*/, `${call}.wav`),
    read: file('audio/wav', 'RIFF'),
    expected: nothing,
  },
} as const satisfies Record<EndpointName | `v1_${keyof typeof V1_LISTS}` | 'recording' | 'logo', Case>
