import { expect, test } from 'vitest'
import { obj, type ObjRead } from '#/contract/object.ts'
import { exampleOf } from '#/test/api-document.ts'
import { boardOf } from './board.ts'

const TODAY = '2026-11-20'
const object = (title: string, paidUntil: string | null, more: Partial<ObjRead> = {}): ObjRead => ({
  ...obj.lenient.parse({ ...exampleOf('obj'), oid: title }),
  title,
  site_url: 'https://site.example',
  is_tracking: true,
  expiration_date: paidUntil,
  sessions_used: 0,
  sessions: 5_000,
  ...more,
})

test('what stops soon over all clients, the soonest first, equal ones by name; the others are counted', () => {
  const board = boardOf(
    [
      {
        client: 'one',
        objects: [
          object('Beta', '25.11.2026 10:00:00'),
          object('Far', '25.11.2028 10:00:00'),
          object('Off', '21.11.2026 10:00:00', { is_tracking: false }),
        ],
      },
      {
        client: 'two',
        objects: [
          object('alpha', '25.11.2026 09:00:00'),
          object('Endless', null),
          object('Ended', '10.11.2026 10:00:00'),
          object('Edge', '18.02.2027 10:00:00'),
          object('Beyond', '19.02.2027 10:00:00'),
        ],
      },
    ],
    TODAY,
    90,
  )
  expect(
    board.soon.map(({ client, object: { title }, runway: { daysLeft } }) => [client, title, daysLeft]),
  ).toEqual([
    ['two', 'Ended', -10],
    ['two', 'alpha', 5],
    ['one', 'Beta', 5],
    ['two', 'Edge', 90],
  ])
  expect(board).toMatchObject({ later: 2, noDay: 1, off: 1 })
})
