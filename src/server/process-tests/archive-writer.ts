import process from 'node:process'
import { openTestArchive, readDay } from '#/server/archive/archive-testing.ts'

/** Writes increasing values into three days of an archive, and reports each. Started and killed by archive-crash.test.ts. */
const [place = '', from = '0'] = process.argv.slice(2)
const { store } = await openTestArchive(place)
const [ACCOUNT, FIRST] = ['account', 20_000]
for (let n = Number(from); ; n++) {
  const days = [0, 1, 2].map((day) =>
    readDay(
      FIRST + day,
      Array.from({ length: 1 + (n % 40) }, (_, nth) => ({
        oid: 'site',
        id: day * 100 + nth,
        note: String(n),
      })),
      n,
    ),
  )
  await store.replaceDays(ACCOUNT, days)
  await store.settle(
    ACCOUNT,
    { first: FIRST, last: FIRST + 3 },
    { state: 'complete', gaps: [], readAt: n, triedAt: n },
  )
  process.stdout.write(`${n}\n`)
}
