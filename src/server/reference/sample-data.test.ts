import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { OBJECT_STATUS } from '#/contract/codes.ts'
import { listedCall } from '#/contract/call.ts'
import { isReadable, records as recordsOf } from '#/contract/field.ts'
import { objectsAnswer } from '#/contract/object.ts'
import { openTestDatabase } from '#/server/database/testing/engine.ts'
import { createReferenceService, withReferenceTables } from './api.ts'
import { verifyPassword } from './auth.ts'
import {
  addNewContacts,
  makeSampleData,
  SAMPLE_SIGN_INS,
  SAMPLE_VERSION,
  type SampleOptions,
} from './sample-data.ts'
import { oddContacts } from './sample/edge-cases/contacts.ts'
import { EDGE_ACCOUNT } from './sample/catalogue.ts'
import { EDGE_CASES_ALIAS, HOSTILE_TITLE_ALIAS } from './sample/edge-cases/objects.ts'
import { sampleState, type ReferenceDatabase } from './schema.ts'

const NOW = Date.parse('2026-11-20T14:06:00+03:00')
const CONTACTS = 1_500

const make = async (options: Partial<SampleOptions> = {}): Promise<ReferenceDatabase> => {
  const database = await withReferenceTables(await openTestDatabase())
  await makeSampleData(database, { contacts: CONTACTS, seed: 1, now: NOW, ...options })
  return database
}

/** Everything but the salted password hashes. */
const dump = async (database: ReferenceDatabase) => ({
  accounts: (await database.selectFrom('accounts').selectAll().orderBy('id').execute()).map((account) => ({
    ...account,
    password_hash: account.password_hash !== '',
  })),
  agencies: await database.selectFrom('agencies').selectAll().execute(),
  objects: await database.selectFrom('objects').selectAll().orderBy('id').execute(),
  contacts: await database.selectFrom('contacts').selectAll().orderBy('id').execute(),
  comments: await database.selectFrom('comments').selectAll().orderBy('id').execute(),
})

let database: ReferenceDatabase
let data: Awaited<ReturnType<typeof dump>>
beforeAll(async () => {
  database = await make()
  data = await dump(database)
})
afterAll(() => database.destroy())

const numbersOf = (values: Iterable<number>) => [...new Set(values)].toSorted((a, b) => a - b)

describe('sample data', () => {
  test('the same options give the same rows, another seed gives others', async () => {
    const [same, other] = await Promise.all([make().then(dump), make({ seed: 2 }).then(dump)])
    expect(same).toEqual(data)
    expect(other.contacts).not.toEqual(data.contacts)
    expect(other.accounts.map((account) => account.api_key)).not.toContain(data.accounts[0]?.api_key)
  })

  test('as many contacts as asked for, even when there are more edge cases', async () => {
    expect(data.contacts).toHaveLength(CONTACTS)
    expect((await dump(await make({ contacts: 30 }))).contacts).toHaveLength(30)
  })

  test('an interrupted run is not complete, and the next one starts over', async () => {
    const some = await withReferenceTables(await openTestDatabase())
    const options = { contacts: 6_000, seed: 1, now: NOW }
    const stop = () => {
      throw new Error('killed')
    }
    await expect(makeSampleData(some, { ...options, onProgress: stop })).rejects.toThrow('killed')
    expect(await sampleState(some, SAMPLE_VERSION)).toBe('incomplete')
    const progress: number[] = []
    await makeSampleData(some, { ...options, onProgress: (done) => void progress.push(done) })
    expect(await sampleState(some, SAMPLE_VERSION)).toBe('current')
    expect(await sampleState(some, SAMPLE_VERSION + 1)).toBe('outdated')
    expect(progress.at(-1)).toBe(6_000)
    expect((await dump(some)).contacts).toHaveLength(6_000)
  })
})

describe('new contacts', () => {
  const HOUR = 3_600_000
  const going = async (...moments: number[]) => {
    const some = await make()
    for (const moment of moments) await addNewContacts(some, moment)
    return some
  }
  /** Without the hashes' salts and the stored state. */
  const rows = async (some: ReferenceDatabase) => {
    const { contacts, comments } = await dump(some)
    await some.destroy()
    return { contacts, comments }
  }

  test('come by the clock: the same ones however often one looks', async () => {
    const to = NOW + 50 * HOUR
    const often = Array.from({ length: 20 }, (_, index) => NOW + (index + 1) * 2.5 * HOUR)
    const [once, repeatedly] = await Promise.all([going(to), going(...often, to, NOW)])
    const { contacts, comments } = await rows(once)
    expect(await rows(repeatedly)).toEqual({ contacts, comments })
    expect(contacts.slice(0, CONTACTS)).toEqual(data.contacts)
    const added = contacts.slice(CONTACTS)
    // The sample has a few a day; two days add about as many.
    const usual = data.contacts.filter(({ occurred_at: at }) => at > NOW - 14 * 24 * HOUR).length / 7
    expect(added.length).toBeGreaterThan(usual / 3)
    expect(added.length).toBeLessThan(usual * 3)
    expect(added.every(({ occurred_at: at }) => at > NOW && at <= to)).toBe(true)
    const ids = contacts.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
    expect(contacts.toSorted((a, b) => a.id - b.id).map(({ id }) => id)).toEqual(ids)
  })

  test('an object that is silent stays silent, and one that is closed at night is', async () => {
    const some = await make({ contacts: 6_000 })
    await addNewContacts(some, NOW + 5 * 24 * HOUR)
    const { contacts, objects } = await dump(some)
    await some.destroy()
    const added = contacts.filter(({ occurred_at: at }) => at > NOW)
    expect(added.length).toBeGreaterThan(30)
    const titles = added.map(({ object_id }) => objects.find(({ id }) => id === object_id)?.title ?? '')
    expect(titles).not.toContain('Домоград Мебель')
    expect(titles).not.toContain('TopGruz, эвакуатор 24')
    const law = added.filter((_, index) => titles[index]?.includes('Право'))
    expect(
      law.every(({ occurred_at: at, utc_offset }) => ((at / 60_000 + utc_offset) % 1_440) / 60 >= 8),
    ).toBe(true)
  })
})

describe('accounts', () => {
  test('an agency with 24 clients, two of them statistics only, one without objects', () => {
    const clients = data.accounts.filter((account) => account.agency_id !== null)
    expect(clients).toHaveLength(24)
    expect(clients.filter((client) => client.statistics_only === 1)).toHaveLength(2)
    const counts = clients.map(
      (client) => data.objects.filter((object) => object.account_id === client.id).length,
    )
    expect(counts.filter((count) => count === 0)).toHaveLength(1)
    expect(Math.max(...counts)).toBe(9)
    expect(clients.filter((client) => client.hidden_fields !== null)).toHaveLength(1)
  })

  test('keys are 40 hexadecimal digits, no two the same', () => {
    const keys = data.accounts.map((account) => account.api_key)
    expect(new Set(keys).size).toBe(keys.length)
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{40}$/)
  })

  test('every sample sign-in opens its account', async () => {
    const matches = await Promise.all(
      SAMPLE_SIGN_INS.map(async ({ email, password }) => {
        const account = await database
          .selectFrom('accounts')
          .select('password_hash')
          .where('email', '=', email)
          .executeTakeFirstOrThrow()
        return verifyPassword(password, account.password_hash)
      }),
    )
    expect(matches).toEqual(SAMPLE_SIGN_INS.map(() => true))
  })
})

describe('answers', () => {
  const ask = async (path: string, account: string): Promise<unknown> => {
    const service = createReferenceService({ database, publicUrl: 'http://localhost', now: () => NOW })
    const key = data.accounts.find(({ email }) => email === account)?.api_key ?? ''
    const answer = await service.fetch(
      new Request(`http://localhost${path}`, {
        headers: { 'X-AUTH-TOKEN': key, 'Content-Type': 'application/json' },
      }),
    )
    expect(answer.status).toBe(200)
    return answer.json()
  }

  test('objects have every status and every documented null, and are answered as documented', async () => {
    expect(numbersOf(data.objects.map((object) => object.status))).toEqual(Object.values(OBJECT_STATUS))
    const igor = data.accounts.find(({ email }) => email === 'igor@domograd.ru')?.id
    const states = data.objects.filter(({ account_id }) => account_id === igor).map(({ status }) => status)
    expect(numbersOf(states)).toEqual(Object.values(OBJECT_STATUS))
    const owners = ['igor@domograd.ru', 'olga@smilestudio.ru', 'info@severgroup.ru', 'hello@belyklyk.ru']
    const answers = await Promise.all(owners.map((email) => ask('/v2/objs/', email)))
    const objs = answers.flatMap((answer) => {
      const { objs } = objectsAnswer.lenient.parse(answer)
      expect(objs.every(isReadable)).toBe(true)
      return objectsAnswer.documented.parse(answer).objs
    })
    const nulls = {
      expiration_date: objs.map((obj) => obj.expiration_date),
      sip_uri: objs.map((obj) => obj.sip_uri),
      sessions_reset_date: objs.map((obj) => obj.sessions_reset_date),
      sessions_used: objs.map((obj) => obj.sessions_used),
      tariff: objs.map((obj) => obj.tariff),
      tariff_sessions: objs.flatMap((obj) => (obj.tariff ? [obj.tariff.sessions] : [])),
      tariff_items: objs.map((obj) => obj.tariff_items),
      color: objs.flatMap((obj) => obj.custom_statuses.map((status) => status.color)),
      is_enabled: objs.map((obj) => obj.email_notification.obj_email_notify_config.is_enabled),
      missed_only: objs.map((obj) => obj.email_notification.obj_email_notify_config.missed_only),
      monitor_recipients: objs.map(
        (obj) => obj.email_notification.obj_email_notify_config.monitor_recipients,
      ),
      record_url: objs.flatMap((obj) => obj.client_phone_numbers.map((number) => number.record_url)),
    }
    for (const [field, values] of Object.entries(nulls)) {
      expect(new Set(values.map((value) => value === null)).size, field).toBe(2)
    }
  })

  test('the list of places knows every city and country of the objects', async () => {
    const place = z.object({ id: z.number(), name: z.string() })
    const { cities, countries } = z.parse(
      z.object({ cities: z.array(place), countries: z.array(place) }),
      await ask('/v1/geo', 'igor@domograd.ru'),
    )
    const key = ({ id, name }: z.infer<typeof place>) => `${id} ${name}`
    const odd = [EDGE_CASES_ALIAS, HOSTILE_TITLE_ALIAS]
    for (const { details, alias } of data.objects.filter((object) => !odd.includes(object.alias))) {
      const { city, country } = z.parse(z.object({ city: place, country: place }), JSON.parse(details))
      expect(cities.map(key), alias).toContain(key(city))
      expect(countries.map(key), alias).toContain(key(country))
    }
  })

  test('edge cases are documented where columns can hold them, else one odd or unreadable record each', async () => {
    const object = data.objects.find(({ alias }) => alias === EDGE_CASES_ALIAS)
    const cases = data.contacts.filter(({ object_id }) => object_id === object?.id)
    const records: unknown[] = []
    while (records.length < cases.length) {
      const page = records.length / 20 + 1
      const answer = await ask(`/v2/objs/${object?.oid}/calls?period=all&page=${page}`, EDGE_ACCOUNT.email)
      const { calls } = z.parse(z.object({ calls: z.array(z.unknown()) }), answer)
      expect(calls.length).toBeGreaterThan(0)
      records.push(...calls)
    }
    const documented = records.map((record) => listedCall.documented.safeParse(record).success)
    const held = Object.keys(oddContacts(NOW)).length
    expect(documented.slice(0, held)).toEqual(documented.slice(0, held).map(() => true))
    expect(documented.slice(held).filter((is) => !is).length).toBeGreaterThan(30)
    const read = recordsOf(listedCall).lenient.parse(records)
    expect(read.filter((record) => !isReadable(record))).toHaveLength(5)
    const statuses = read.filter(isReadable).map((call) => call.status)
    for (const code of [42, 0, -1, 3, null]) expect(statuses).toContain(code)
  })
})
