// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { words } from '#/test/page.ts'
import { TreeProvider, type Tree } from '#/features/overview/panels/sources/tree.ts'
import { Sums } from './sums.tsx'

test('what is left out of a sum is named, not only counted', () => {
  const sums = [
    { crm: 'amoCRM', sum: 5000, unpriced: 0 },
    { crm: 'Bitrix24', sum: 300, unpriced: 0 },
  ]
  const tree = { namesCrms: true, fit: { namesCrms: false } } as unknown as Tree
  render(
    <TreeProvider value={tree}>
      <Sums sums={sums} />
    </TreeProvider>,
  )
  expect(words(screen.getByTitle(/Bitrix24/))).toBe('5,000+1 CRM: Bitrix24 300')
})
