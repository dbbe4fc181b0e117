import { expect, test } from 'vitest'
import { initials } from './avatar.tsx'

test.each([
  ['Анна Ковалёва', 'АК'],
  ['Sever Group LLC', 'SG'],
  ['info@severgroup.ru', 'IS'],
  ['Клиника «Линия взгляда»', 'КВ'],
  ['мария', 'М'],
  ['', ''],
  ['••••• 4117', ''],
])('%s gives %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
