import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBlank } from '#/domain/cells/json-text.ts'
import { fieldText, readCustomData } from './custom-data.ts'

describe('readCustomData', () => {
  test('reads the visitor of a chat', () => {
    const { visitor, fields } = readCustomData('{"visitor":{"name":"Иван","email":"","city":"Казань"}}')
    expect(visitor).toEqual([
      { name: 'name', value: 'Иван' },
      { name: 'city', value: 'Казань' },
    ])
    expect(fields).toEqual([])
    expect(fieldText(visitor, 'city')).toBe('Казань')
    expect(fieldText(visitor, 'email')).toBeNull()
  })

  test('reads the messages of the second chat service by their ids, numbers as numbers', () => {
    const ids = ['3', '007', '20', '100000000000000000002', 'm9', 'm10']
    const conversation = JSON.stringify(Object.fromEntries(ids.toReversed().map((id) => [id, `of ${id}`])))
    const data = { conversation_id: '7', visitor: { name: 'Bob' }, source: 'Direct', conversation }
    expect(readCustomData(JSON.stringify(data))).toMatchObject({
      conversation: ids.map((id) => `of ${id}`),
      fields: [
        { name: 'conversation_id', value: '7' },
        { name: 'source', value: 'Direct' },
      ],
    })
  })

  test('takes a conversation that is no map for its text', () => {
    expect(readCustomData('{"conversation":"not { json"}').conversation).toEqual(['not { json'])
    expect(readCustomData('{"conversation":{"1":"a","2":{"b":1}}}').conversation).toEqual([
      'a',
      '{\n  "b": 1\n}',
    ])
    expect(readCustomData('{"conversation":"[\\"Hi\\",null,\\"Hello\\"]"}').conversation).toEqual([
      'Hi',
      'Hello',
    ])
    expect(readCustomData('{"conversation":null}').conversation).toEqual([])
  })

  test('reads every field of a form, of whatever shape', () => {
    const form =
      '{"name":"Anna","visitor":"yes","sizes":[1,{"cm":2}],"agreed":false,"none":null,"empty":{"a":[""]}}'
    expect(readCustomData(form).fields).toEqual([
      { name: 'visitor', value: 'yes' },
      { name: 'name', value: 'Anna' },
      { name: 'sizes', value: [1, { cm: 2 }] },
      { name: 'agreed', value: false },
    ])
  })

  test('keeps what is no JSON object as it came', () => {
    expect(readCustomData('name=Anna').other).toBe('name=Anna')
    expect(readCustomData('{"name":').other).toBe('{"name":')
    expect(readCustomData('["a"]').other).toEqual(['a'])
    for (const nothing of ['null', '[]', '""', ' ', null])
      expect(readCustomData(nothing)).toEqual({ visitor: [], fields: [], conversation: [], other: null })
  })

  test('never throws, and gives only what says something', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((json) => JSON.stringify({ visitor: json, conversation: json })),
        ),
        (source) => {
          const { visitor, fields, conversation, other } = readCustomData(source)
          for (const { value } of [...visitor, ...fields]) expect(isBlank(value)).toBe(false)
          for (const text of conversation) expect(text.trim()).not.toBe('')
          expect(other === null || !isBlank(other)).toBe(true)
        },
      ),
    )
  })
})
