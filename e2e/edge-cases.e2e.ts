import { EDGE_CASES } from '#/server/reference/sample/edge-cases/make.ts'
import { DOUBLED, openContact, openJournal, walk, WIDE } from './support/edge-cases.ts'
import { survives } from './support/survives.ts'
import { expect, test } from './support/test.ts'

// Page errors and CSP violations fail every test.

test('fault-bidi: the journal shows every edge case in a row as high as the others, and the widest ones fit their pages', async ({
  page,
}) => {
  const oid = await openJournal(page)
  const rows = await walk(page)
  expect(rows).toHaveLength(EDGE_CASES.length - DOUBLED)
  await expect(page.getByText(`${DOUBLED} duplicates hidden`)).toBeVisible()
  expect(rows.filter(({ height }) => height !== 32)).toEqual([])
  expect(rows.filter(({ text }) => text.includes('One record could not be read'))).toHaveLength(5)
  for (const { id } of EDGE_CASES.filter(({ name, ownId }) => ownId && WIDE.test(name))) {
    await openContact(page, oid, id)
    await survives(page)
  }
})
