import { describe, expect, it } from 'vitest'
import { Unreadable } from '#/contract/field.ts'
import { allPages, type Page } from './all-pages.ts'

const list = (
  pages: readonly (readonly (number | Unreadable)[])[],
  pagination: (page: number) => Partial<NonNullable<Page<number>['pagination']>> | null,
) => {
  const asked: number[] = []
  const ask = async (page: number): Promise<Page<number>> => {
    asked.push(page)
    const said = pagination(page)
    return {
      records: pages[page - 1] ?? [],
      pagination: said && {
        current_page: null,
        next_page: null,
        prev_page: null,
        total_pages: null,
        total_objects: null,
        ...said,
      },
    }
  }
  return { asked, ask }
}
const total = (total_pages: number) => (page: number) => ({ current_page: page, total_pages })
const all = async (
  { ask, asked }: ReturnType<typeof list>,
  isEnough?: (fresh: readonly number[]) => boolean,
) => ({
  ...(await allPages(ask, String, isEnough)),
  asked,
})

describe('all pages of a list', () => {
  it('come in order, each record once', async () => {
    expect(await all(list([[1, 2], [2, 3], [4]], total(3)))).toEqual({
      records: [1, 2, 3, 4],
      unreadable: 0,
      isWhole: true,
      asked: [1, 2, 3],
    })
  })

  it('go on by the next page where there is no total, and end with an empty one', async () => {
    const next = (page: number) => ({ next_page: page + 1 })
    expect(await all(list([[1], [2]], next))).toMatchObject({
      records: [1, 2],
      isWhole: true,
      asked: [1, 2, 3],
    })
    expect(await all(list([[1], [2]], () => null))).toMatchObject({ records: [1], isWhole: true, asked: [1] })
  })

  it('are not whole when a page comes again, or another than the one asked for (G1)', async () => {
    expect(await all(list([[1, 2], [1, 2], [3]], total(3)))).toMatchObject({
      records: [1, 2],
      isWhole: false,
    })
    const stuck = () => ({ current_page: 1, total_pages: 3 })
    expect(await all(list([[1], [2]], stuck))).toMatchObject({ records: [1], isWhole: false, asked: [1, 2] })
  })

  it('stop when there is enough, and do not go on for ever', async () => {
    const long = list([[1], [2], [3]], total(3))
    expect(await all(long, ([last]) => last === 2)).toMatchObject({
      records: [1, 2],
      isWhole: true,
      asked: [1, 2],
    })
    const rows = Array.from({ length: 600 }, (_, row) => [row])
    const endless = await all(list(rows, (page) => ({ current_page: page, total_pages: page + 1 })))
    expect(endless).toMatchObject({ isWhole: false })
    expect(endless.asked).toHaveLength(500)
  })

  it('count what cannot be read', async () => {
    expect(await all(list([[1, new Unreadable(null)], [new Unreadable({})]], total(2)))).toMatchObject({
      records: [1],
      unreadable: 2,
      isWhole: true,
    })
  })
})
