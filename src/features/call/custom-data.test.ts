import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fieldValue, readCustomData } from './custom-data.ts'

describe('readCustomData', () => {
  test('reads the visitor of a chat', () => {
    const { visitor, fields } = readCustomData('{"visitor":{"name":"Иван","email":"","city":"Казань"}}')
    expect(visitor).toEqual([
      { name: 'name', value: 'Иван' },
      { name: 'city', value: 'Казань' },
    ])
    expect(fields).toEqual([])
    expect(fieldValue(visitor, 'city')).toBe('Казань')
    expect(fieldValue(visitor, 'email')).toBeNull()
  })

  test('reads the messages of the second chat service by their ids', () => {
    const conversation = JSON.stringify({ '100000000000000000002': 'c', '20': 'b', '3': 'a' })
    const data = { conversation_id: '7', visitor: { name: 'Bob' }, source: 'Direct', conversation }
    expect(readCustomData(JSON.stringify(data))).toMatchObject({
      conversation: ['a', 'b', 'c'],
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
    expect(readCustomData('{"conversation":null}').conversation).toEqual([])
  })

  test('reads every field of a form', () => {
    expect(
      readCustomData('{"name":"Anna","email":"a@b.example","visitor":"yes","sizes":[1,2],"none":null}')
        .fields,
    ).toEqual([
      { name: 'visitor', value: 'yes' },
      { name: 'name', value: 'Anna' },
      { name: 'email', value: 'a@b.example' },
      { name: 'sizes', value: '[\n  1,\n  2\n]' },
    ])
  })

  test('shows what is no JSON object as it came', () => {
    expect(readCustomData('name=Anna').text).toBe('name=Anna')
    expect(readCustomData('["a"]').text).toBe('["a"]')
    expect(readCustomData('null').text).toBeNull()
    expect(readCustomData(' ').text).toBeNull()
    expect(readCustomData(null)).toEqual({ visitor: [], fields: [], conversation: [], text: null })
  })

  test('never throws, and gives only text that says something', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((json) => JSON.stringify({ visitor: json, conversation: json })),
        ),
        (source) => {
          const { visitor, fields, conversation, text } = readCustomData(source)
          const texts = [...visitor, ...fields].map(({ value }) => value).concat(conversation, text ?? [])
          for (const one of texts) expect(one.trim()).not.toBe('')
        },
      ),
    )
  })
})
