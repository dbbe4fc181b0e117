/** @module-tag all */
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoints, type EndpointName } from '#/contract/endpoints.ts'
import { pathOf, type Endpoint } from '#/contract/endpoint.ts'
import { matchEndpoint } from '#/contract/endpoints.ts'
import { preferences } from '#/contract/preferences.ts'
import { PAYLOADS } from './payloads.ts'
import { taintedAnswer } from './tainted-service.ts'
import { tainted } from './tainted.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

test('there are more than three hundred payloads, each another one', () => {
  expect(new Set(PAYLOADS).size).toBe(PAYLOADS.length)
  expect(PAYLOADS.length).toBeGreaterThan(300)
})

/** What the service never lets a text be: see its rules. */
const RULED =
  /(?:^|\.)(?:api_key|auth_token|hidden_fields(?:\.\*)?|oid|obj_oid|\w*date\w*|\w+_at)$|^(?:[\w.]+\.)?pagination\./

test.each(Object.keys(endpoints) as EndpointName[])('every text of %s is an attack', (name) => {
  const endpoint: Endpoint = endpoints[name]
  const path = pathOf(endpoint, { oid: 'o8', call_id: '9', plan_name: 'a plan' })
  const match = matchEndpoint(endpoint.method, path)!
  const answer = taintedAnswer(match, new URLSearchParams(), { now: NOW, turn: 3 })
  expect(endpoint.answer.documented.safeParse(answer)).toMatchObject({ success: true })
  const payloads = [...PAYLOADS]
  const clean = new Set<string>()
  const look = (value: unknown, at: string): void => {
    if (typeof value === 'string') {
      const isAttack = payloads.includes(value) || (value.startsWith('{"name":') && value.includes('visitor'))
      if (!isAttack && !RULED.test(at)) clean.add(at)
    } else if (Array.isArray(value)) value.slice(0, 5).forEach((one) => look(one, `${at}.*`))
    else if (typeof value === 'object' && value !== null)
      for (const [field, one] of Object.entries(value)) look(one, `${at}.${field}`)
  }
  look(answer, '')
  expect([...clean]).toEqual([])
})

test('preferences take their payloads as saved', () => {
  for (const [number, payload] of PAYLOADS.entries()) {
    const made = tainted(preferences, { payload, number, form: 'plain' })
    expect(preferences.safeParse(made), payload).toMatchObject({ success: true })
  }
})

test('a kind of schema that nothing is known of is an error', () => {
  expect(() => tainted(z.bigint(), { payload: '', number: 0, form: 'plain' })).toThrow('Nothing is known')
})
