import fc from 'fast-check'
import { expect, test } from 'vitest'
import { masked } from './masked.ts'
import { createMasks } from './masks.ts'

const masks = createMasks('a visit')
const national = fc
  .integer({ min: 0, max: 9_999_999_999 })
  .map((number) => `+7${String(number).padStart(10, '0')}`)

test('presenting-mask-keeps-people-apart: a number is always the same mask, two are never one, and none is its own', () => {
  fc.assert(
    fc.property(national, national, (one, other) => {
      const mask = masks.phone(one)
      expect(mask).toMatch(/^70\d{10}$/)
      expect(mask).not.toContain(one.slice(2))
      expect(masks.phone(`${one};ext=101`)).toBe(mask)
      expect(masks.unmaskPhone(mask)).toBe(one)
      expect(masks.phone(other) === mask).toBe(one === other)
    }),
  )
})

test('another visit has other masks', () => {
  expect(createMasks('another').phone('+79261234567')).not.toBe(masks.phone('+79261234567'))
  expect(createMasks('a visit').phone('+79261234567')).toBe(masks.phone('+79261234567'))
})

test('after a restart, and on another server, people have the masks they had', () => {
  const [before, after] = [createMasks('a-visit'), createMasks('a-visit')]
  const names = ['Анна Ковалёва', 'Igor L.']
  expect(names.map(after.name)).toEqual(names.map(before.name))
  expect(after.phone('79161234567')).toBe(before.phone('79161234567'))
  // Names are not stored: one can be unmasked after it was masked again.
  const [masked] = [createMasks('a-visit').name('Анна Ковалёва')]
  expect(createMasks('a-visit').unmaskNames(masked)).toBe(masked)
})

test('callers without a number of Russia are masked for good; who withholds theirs stays so', () => {
  const odd = masks.phone('sip:anna@pbx.example')
  expect(odd).toMatch(/^71\d{10}$/)
  expect(masks.unmaskPhone(odd)).toBeNull()
  expect(masks.phone('anonymous')).toBe('anonymous')
  expect(masks.phone('')).toBe('')
  expect(masks.unmaskPhone('anonymous')).toBe('anonymous')
  for (const typed of ['79261234567', '9261', '7012345678901', '70123456789'])
    expect(masks.unmaskPhone(typed)).toBeNull()
})

test('people are told apart, and found again by their masks', () => {
  const both = masks.names('Анна Ковалёва, Игорь Лапин')
  expect(both).toMatch(/^•{5} \d{4}, •{5} \d{4}$/)
  expect(masks.unmaskNames(both)).toBe('Анна Ковалёва, Игорь Лапин')
  const all = Array.from({ length: 2000 }, (_, nth) => masks.name(`Manager ${nth}`))
  expect(new Set(all).size).toBe(2000)
})

test('a text keeps its shape and its hours', () => {
  expect(masks.text('Анна (13:12): цена 5 400 ₽?\nДа')).toBe('•••• (13:12): •••• • ••• ₽?\n••')
})

test.each([
  [
    'https://site.example/?email=anna@mail.example&utm_term=x',
    /^https:\/\/site\.example\/\?email=•••\d{4}@•••&utm_term=x$/,
  ],
  ['?mail=anna%40mail.example', /^\?mail=•••\d{4}@•••$/],
  ['+7 (926) 123-45-67', /^\+7 ••• ••\d-\d\d-\d\d$/],
  ['call 89261234567 now', /^call \+7 ••• ••\d-\d\d-\d\d now$/],
  ['tel=%2B79261234567', /^tel=\+7 ••• ••\d-\d\d-\d\d$/],
  ['+49 151 24362690', /^••• ••\d-\d\d-\d\d$/],
  ['yclid=12345678901234567', /^yclid=12345678901234567$/],
  ['2026-11-20 13:12:07', /^2026-11-20 13:12:07$/],
  ['квартира 100000 рублей', /^квартира 100000 рублей$/],
])('no number and no e-mail in a text that has no owner: %s', (text, shown) => {
  expect(masks.rest(text)).toMatch(shown)
})

test('a client is no more told by name on the wall than elsewhere; its id leads on', () => {
  expect(masked({ client: '7', client_name: 'Sever Group' }, masks)).toEqual({
    client: '7',
    client_name: masks.name('Sever Group'),
  })
})

test('shows initials of objects and companies, wherever their titles stand', () => {
  const answer = masked(
    {
      objs: [{ oid: 'a1', title: 'Домоград Окна', source: { title: 'Referral' } }],
      objectTitles: [['a1', '«Домоград» Окна']],
      agency: { name: 'Northline' },
      user: { agency: 'Northline' },
      company_name: 'ООО 2К',
      issues: [{ client: '7', object: 'Avtograd Service' }],
    },
    masks,
  )
  expect(answer).toEqual({
    objs: [{ oid: 'a1', title: 'Д••• О•••', source: { title: 'Referral' } }],
    objectTitles: [['a1', 'Д••• О•••']],
    agency: { name: 'N•••' },
    user: { agency: 'N•••' },
    company_name: 'О••• 2•••',
    issues: [{ client: '7', object: 'A••• S•••' }],
  })
})
