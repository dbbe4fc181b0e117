import { expect, test } from 'vitest'
import { fuzzyFind } from './fuzzy.ts'

const PAGES = [
  ['Overview', '', 'Обзор'],
  ['Journal', '', 'Журнал'],
  ['Objects', '', 'Объекты'],
  ['Дентика Тверская', 'dentika.example', ''],
  ['Ёлки, опт', 'yolki.example', ''],
]
const names = (query: string) => fuzzyFind(PAGES, query).map(({ index }) => PAGES[index]?.[0])
const marked = (query: string) =>
  fuzzyFind(PAGES, query)[0]?.parts.map((pieces) =>
    pieces.map(({ text, hit }) => (hit ? `[${text}]` : text)).join(''),
  )

test.each([
  ['journal', 'Journal'],
  ['журнал', 'Journal'],
  [';ehyfk', 'Journal'],
  [';ehy', 'Journal'],
  ['ощгктфд', 'Journal'],
  ['JOUR', 'Journal'],
  ['jounral', 'Journal'],
  ['journl', 'Journal'],
  ['твеоская', 'Дентика Тверская'],
  ['тверская дент', 'Дентика Тверская'],
  ['ltynbrf', 'Дентика Тверская'],
  ['елки', 'Ёлки, опт'],
  ['yolki.ex', 'Ёлки, опт'],
  ['-опт', 'Ёлки, опт'],
])('%s finds %s', (query, name) => {
  expect(names(query)[0]).toBe(name)
})

test.each(['', ' ', '-', '"', 'nobody', 'xyz', 'обж', '\u0001'])('%j finds nothing', (query) => {
  expect(names(query)).toEqual([])
})

test('what was found is marked in each part, and the parts are whole', () => {
  expect(marked('тверская yolki')).toBeUndefined()
  expect(marked('дент')).toEqual(['[Дент]ика Тверская', 'dentika.example', ''])
  expect(marked('тверская дентика')).toEqual(['[Дентика] [Тверская]', 'dentika.example', ''])
  expect(marked('dentika')).toEqual(['Дентика Тверская', '[dentika].example', ''])
  for (const query of ['о', 'e', 'тика', 'ex', 'опт ёлк'])
    for (const { index, parts } of fuzzyFind(PAGES, query))
      expect(parts.map((pieces) => pieces.map(({ text }) => text).join(''))).toEqual(PAGES[index])
})

test('thousands of names are looked through between two keys', () => {
  const clients = Array.from({ length: 5000 }, (_, number) => [
    `Company ${number}`,
    `info${number}@example.com`,
    '',
  ])
  expect(fuzzyFind(clients, 'company 4321')[0]?.index).toBe(4321)
  expect(fuzzyFind(clients, 'info42@').map(({ index }) => index)).toContain(42)
})
