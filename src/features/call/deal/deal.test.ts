import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCompany, readTags } from './deal-pane.tsx'

describe('a CRM record', () => {
  test('names the company, and keeps what else is said about it', () => {
    expect(readCompany('{"id":7,"name":"ООО «Север»"}')).toEqual({ name: 'ООО «Север»', rest: { id: 7 } })
    expect(readCompany('{"name":"Sever","site":""}')).toEqual({ name: 'Sever', rest: null })
    expect(readCompany('"Sever"')).toEqual({ name: 'Sever', rest: null })
    expect(readCompany('{"id":7}')).toEqual({ name: null, rest: { id: 7 } })
    expect(readCompany('[{"name":"A"},{"name":"B"}]')).toEqual({
      name: null,
      rest: [{ name: 'A' }, { name: 'B' }],
    })
    for (const none of ['{}', '[]', 'null', '""', '', ' ', null, '{"name":""}', '{"id":null}'])
      expect(readCompany(none)).toBeNull()
  })

  test('what is no JSON is the text it is', () => {
    expect(readCompany('Sever Ltd')).toEqual({ name: 'Sever Ltd', rest: null })
    expect(readCompany('{"name":')).toEqual({ name: '{"name":', rest: null })
    expect(readTags('<b>')).toEqual([{ name: '<b>', rest: null }])
  })

  test('lists the tags', () => {
    expect(readTags('["имплант",{"id":1,"name":"рассрочка"},"",null,5]')).toEqual([
      { name: 'имплант', rest: null },
      { name: 'рассрочка', rest: { id: 1 } },
      { name: '5', rest: null },
    ])
    expect(readTags('vip')).toEqual([{ name: 'vip', rest: null }])
    expect(readTags('{"a":1}')).toEqual([{ name: null, rest: { a: 1 } }])
    for (const none of ['[]', '{}', 'null', '', '[""]', null]) expect(readTags(none)).toEqual([])
  })

  test('never throws, and never names what says nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (source) => {
        const company = readCompany(source)
        for (const one of [...(company ? [company] : []), ...readTags(source)]) {
          expect(one.name ?? one.rest).not.toBeNull()
          expect(one.name?.trim()).not.toBe('')
        }
      }),
    )
  })
})
