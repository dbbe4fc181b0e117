import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCompany, readTags } from './deal.ts'

describe('a CRM record', () => {
  test('names the company', () => {
    expect(readCompany('{"id":7,"name":"ООО «Север»"}')).toBe('ООО «Север»')
    expect(readCompany('"Sever"')).toBe('Sever')
    expect(readCompany('Sever Ltd')).toBe('Sever Ltd')
    expect(readCompany('{"id":7}')).toBe('{\n  "id": 7\n}')
    for (const none of ['{}', '[]', 'null', '""', '', null, '{"name":""}'])
      expect(readCompany(none)).toBeNull()
  })

  test('lists the tags', () => {
    expect(readTags('["имплант",{"id":1,"name":"рассрочка"},""]')).toEqual(['имплант', 'рассрочка'])
    expect(readTags('vip')).toEqual(['vip'])
    for (const none of ['[]', '{}', 'null', '', null]) expect(readTags(none)).toEqual([])
  })

  test('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (source) => {
        readCompany(source)
        readTags(source)
      }),
    )
  })
})
