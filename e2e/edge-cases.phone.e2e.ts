import { HTML } from '#/server/reference/sample/edge-cases/hostile.ts'
import { EDGE_CASES } from '#/server/reference/sample/edge-cases/make.ts'
import { DOUBLED, openContact, openJournal, walk, WIDE } from './support/edge-cases.ts'
import { survives } from './support/survives.ts'
import { expect, test } from './support/test.ts'

test('on a phone the journal, the objects and the pages of the widest edge cases survive', async ({
  page,
}) => {
  const oid = await openJournal(page)
  const rows = await walk(page)
  expect(rows).toHaveLength(EDGE_CASES.length - DOUBLED)
  await expect(page.getByText(`${DOUBLED} duplicates hidden`)).toBeVisible()
  expect(rows.filter(({ height }) => height !== 60)).toEqual([])
  for (const { id } of EDGE_CASES.filter(({ name, ownId }) => ownId && WIDE.test(name))) {
    await openContact(page, oid, id)
    await survives(page)
  }
  await page.goto('/objects')
  await expect(page.getByRole('link', { name: HTML }).first()).toBeVisible()
  await survives(page)
})
