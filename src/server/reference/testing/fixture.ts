import { afterAll, beforeAll, expect } from 'vitest'
import type { ZodMiniType } from 'zod/mini'
import { endpoints, type EndpointName } from '#/contract/endpoints.ts'
import { OBJECT_STATUS } from '#/contract/codes.ts'
import { createReferenceService, withReferenceTables, type ReferenceOptions } from '#/server/reference/api.ts'
import { openTestDatabase } from '#/server/database/testing/engine.ts'
import { createContactIndexes, type ReferenceDatabase } from '#/server/reference/schema.ts'
import {
  accountRow,
  TEST_ACCOUNTS,
  testContactRow,
  NOW,
  objectRow,
  PUBLIC_URL,
  type AccountName,
} from './rows.ts'

export const openAccounts = async (): Promise<ReferenceDatabase> => {
  const database = await withReferenceTables(await openTestDatabase())
  await createContactIndexes(database)
  await database
    .insertInto('accounts')
    .values([
      await accountRow('marketer'),
      await accountRow('manager', { is_agency_manager: 1 }),
      await accountRow('client', { agency_id: 1 }),
      await accountRow('emptyClient', { agency_id: 1, statistics_only: 1, hidden_fields: '["managers"]' }),
      await accountRow('otherManager', { is_agency_manager: 1 }),
      await accountRow('otherClient', { agency_id: 2 }),
    ])
    .execute()
  await database
    .insertInto('agencies')
    .values([
      { id: 1, manager_id: 2, name: 'First', domain: 'first.example', phone_number: null, is_active: 1 },
      { id: 2, manager_id: 5, name: 'Second', domain: 'second.example', phone_number: '7495', is_active: 0 },
    ])
    .execute()
  return database
}

/**
 * The marketer has an active object (1, with 45 contacts, the first with every field set), a pending (2, 2
 * contacts) and a deleted one (3, 1 contact); the clients of both agencies have one object each (4 and 5, 1
 * contact each), the empty client none.
 */
export const openFixture = async (): Promise<ReferenceDatabase> => {
  const database = await openAccounts()
  const objects = [
    objectRow(1, 'marketer'),
    objectRow(2, 'marketer', { status: OBJECT_STATUS.pending }),
    objectRow(3, 'marketer', { status: OBJECT_STATUS.deleted }),
    objectRow(4, 'client'),
    objectRow(5, 'otherClient'),
  ] as const
  await database.insertInto('objects').values(objects).execute()
  const full: Parameters<typeof testContactRow>[2] = {
    src: 'SEARCH_ADS',
    source_title: 'Search ads',
    source_url: 'https://search.example.com',
    referrer: 'https://search.example.com/?q=x',
    request_uri: 'https://shop.example.com/a',
    search_request: 'buy x',
    utm: 'utm_source=search',
    custom_data: '{"visitor":{}}',
    call_type: 2,
    has_recording: 1,
    custom_status_id: 501,
    customer_status: JSON.stringify({
      id: 1,
      status: 'won',
      customer_id: 2,
      name: 'Deal',
      date_create: '2026-11-01T10:00:00+03:00',
      price: 99.5,
      responsible_user: 'Anna',
      company: '{"name":"Acme"}',
      date_close: null,
      tags: '["vip"]',
      source: 'crm',
      lead_id: 3,
      responsible_user_id: null,
    }),
    region: 'Moscow',
    dialstatus: 'Answered',
    duration: 61,
    service_id: 3,
    service_name: 'Site chat',
    target: 1,
    messages: 'Hello',
    sms_message: 'sms',
    email_text: 'mail',
    widget_text: 'widget',
    managers: 'Anna',
  }
  await database
    .insertInto('contacts')
    .values([
      testContactRow(1, objects[0], full),
      ...Array.from({ length: 44 }, (_, index) => testContactRow(index + 2, objects[0])),
      testContactRow(101, objects[1], { utc_offset: -330 }),
      testContactRow(102, objects[1]),
      testContactRow(103, objects[2], { has_recording: 1 }),
      testContactRow(104, objects[3], { has_recording: 1, duration: 2 }),
      testContactRow(105, objects[4], { has_recording: 1 }),
    ])
    .execute()
  const created_at = '2026-11-20T14:00:00+03:00'
  await database
    .insertInto('comments')
    .values([
      { id: 1, contact_id: 1, comment: 'first', user_id: 1, name: 'A', email: 'a@example.com', created_at },
      { id: 2, contact_id: 1, comment: 'second', user_id: 1, name: 'A', email: 'a@example.com', created_at },
    ])
    .execute()
  return database
}

export interface TestRequest {
  /** Owner of the key, sent as Basic credentials; default: no key. */
  readonly as?: AccountName
  readonly headers?: Record<string, string>
  readonly method?: string
  readonly body?: unknown
}

export const basic = (key: string, password = '') => `Basic ${btoa(`${key}:${password}`)}`

export const createSender = (database: ReferenceDatabase, options: Partial<ReferenceOptions> = {}) => {
  const service = createReferenceService({ database, publicUrl: PUBLIC_URL, now: () => NOW, ...options })
  return (path: string, { as, headers = {}, method = 'GET', body }: TestRequest = {}): Promise<Response> =>
    service.fetch(
      new Request(PUBLIC_URL + path, {
        method,
        headers: {
          'Content-Type': 'application/json',
          ...(as && { Authorization: basic(TEST_ACCOUNTS[as].key) }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
}
export type SendRequest = ReturnType<typeof createSender>

export const sharedService = (open = openFixture, options: Partial<ReferenceOptions> = {}) => {
  let database: ReferenceDatabase
  let ask: SendRequest
  beforeAll(async () => {
    database = await open()
    ask = createSender(database, options)
  })
  afterAll(() => database.destroy())
  return {
    database: () => database,
    ask: (...requested: Parameters<SendRequest>) => ask(...requested),
  }
}

export const readAnswer = async (ask: SendRequest, path: string, request: TestRequest = {}) => {
  const response = await ask(path, { as: 'marketer', ...request })
  return { status: response.status, body: await response.json() }
}

/** An endpoint's answer, checked by the contract's strict schema. */
export const documentedAnswer = async (
  ask: SendRequest,
  name: EndpointName,
  path: string,
  request: TestRequest = {},
) => {
  const { method, answer } = endpoints[name]
  const response = await ask(path, { as: 'marketer', method, ...request })
  expect([name, response.status]).toEqual([name, 200])
  expect(response.headers.get('Content-Type')).toMatch(/^application\/json/)
  const documented: ZodMiniType = answer.documented
  return documented.parse(await response.json())
}
