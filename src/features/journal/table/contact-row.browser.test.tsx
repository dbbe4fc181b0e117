import type { CSSProperties } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import type { ListedCallRead } from '#/contract/call.ts'
import { setLocale, type Locale } from '#/i18n/locale.ts'
import { mount } from '#/test/browser.tsx'
import { placedRowsClass } from '#/ui/table/table.tsx'
import { useTextSpread } from '#/ui/use-text-spread.ts'
import type { CellContext } from './cell.ts'
import { gridOf, spreadColumns } from './column-layout.ts'
import { columnsFor } from './columns.ts'
import { ReadyRow } from './contact-row.tsx'

const RICHEST = {
  id: 1,
  obj_oid: 'site',
  date: '2026-11-20T14:08:51.000+03:00',
  status: 200,
  phone_number_from: '79161234567',
  caller: '+79161234567',
  source: { title: 'Поисковая реклама', url: null },
  search_request: 'имплант под ключ',
  request_uri: 'https://clinic.example/implantation?utm_source=yandex',
  call_type: { id: 1, name: 'COMMON' },
  record_url: 'https://records.example/1.wav',
  duration: 84,
  target: true,
  custom_status: { id: 1, name: 'Thinking', color: '#ff9900' },
  customer_status: { status: 'Договор', price: 120_000 },
  managers: 'Anna, Boris',
  region: 'Москва',
  service_name: 'Callboard',
  comments: [{ id: 1, comment: 'Yes', user_id: 1, name: null, email: null, created_at: null }],
  // Only the fields that columns show.
} as unknown as ListedCallRead

const CONTEXT: CellContext = {
  journal: { search: {} } as CellContext['journal'],
  oid: null,
  client: null,
  hidden: new Set(),
  now: Date.parse('2026-11-20T15:00:00+03:00'),
  // The main clock differs, so the row shows its own.
  offsets: { main: 60, isMixed: true },
  onPlay: () => {},
  isTouched: false,
  marker: null,
  renderAnnotation: null,
  onSource: () => {},
}

const COLUMNS = columnsFor(null, new Set())
const UNSPACED = gridOf(spreadColumns(COLUMNS, 1), {}).least

const Row = ({ isActive = false, isMixed = true }: { isActive?: boolean; isMixed?: boolean }) => {
  const all = spreadColumns(COLUMNS, useTextSpread())
  const { template, least } = gridOf(all, {})
  const columns = all.map((column, index) => ({ ...column, place: undefined, isFirst: index === 0 }))
  const place = { index: 0, top: 0, columns, isCurrent: false, isActive, isStop: true, heard: null }
  const facts = { firstOfDay: true, objectTitle: 'Dentika Tverskaya', statusName: 'ANSWERED' }
  return (
    <table
      className="block text-13"
      style={
        { '--row': '32px', '--columns': template, '--least': `${least}px`, width: least } as CSSProperties
      }
    >
      <tbody className={placedRowsClass} style={{ height: 32 }}>
        <ReadyRow
          {...place}
          {...facts}
          isPassing={false}
          call={RICHEST}
          context={{ ...CONTEXT, offsets: { ...CONTEXT.offsets, isMixed } }}
        />
      </tbody>
    </table>
  )
}

const showRow = async (props: Parameters<typeof Row>[0] = {}) => {
  await mount(<Row {...props} />)
  return document.querySelector('tbody tr')!
}

test('a row with something in each of the sixteen columns, and four for marks that it has none of, is 28 elements', async () => {
  const row = await showRow()
  expect(row.children).toHaveLength(20)
  expect(row.querySelectorAll('*').length + 1).toBe(28)
})

test('under the pointer it has ten more: what can be done with its values, found by our server or by the service', async () => {
  const row = await showRow({ isActive: true })
  expect(row.querySelectorAll('*').length + 1).toBeLessThanOrEqual(38)
})

/** WCAG 1.4.12, the part for single lines. */
const spaceOut = () => {
  const style = document.createElement('style')
  style.textContent =
    '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }'
  document.head.append(style)
  onTestFinished(() => style.remove())
  return () => style.remove()
}

const places = (['en', 'ru'] as const).flatMap((locale) =>
  [false, true].flatMap((isSpaced) => [false, true].map((isMixed) => ({ locale, isSpaced, isMixed }))),
)

test.each(places)(
  'of its date the eye sees the time, whole and alone: $locale, spaced: $isSpaced, offsets: $isMixed',
  async ({ locale, isSpaced, isMixed }: { locale: Locale; isSpaced: boolean; isMixed: boolean }) => {
    setLocale(locale)
    onTestFinished(() => setLocale('en'))
    if (isSpaced) spaceOut()
    const row = await showRow({ isMixed })
    // The width follows the letters in a later frame.
    if (isSpaced) await expect.poll(() => row.closest('table')!.offsetWidth).toBeGreaterThan(UNSPACED * 1.2)
    const link = row.querySelector('a')!
    const text = link.firstChild!
    const { length } = text.textContent!
    expect(text.textContent!.slice(-5)).toBe('14:08')
    const boxOf = (from: number, to: number) => {
      const range = document.createRange()
      range.setStart(text, from)
      range.setEnd(text, to)
      return range.getBoundingClientRect()
    }
    const seen = link.getBoundingClientRect()
    const time = boxOf(length - 5, length)
    expect(time.left).toBeGreaterThanOrEqual(seen.left)
    expect(time.right).toBeLessThanOrEqual(seen.right + 0.5)
    const before = boxOf(length - 7, length - 6)
    expect(before.right).toBeLessThanOrEqual(seen.left)
    const cell = row.querySelector('td')!.getBoundingClientRect()
    expect(seen.left).toBeGreaterThan(cell.left)
    expect(seen.right).toBeLessThanOrEqual(cell.right)
    if (!isMixed) return
    const offset = document.createRange()
    offset.selectNodeContents(link.nextSibling!)
    expect(offset.toString()).toBe('UTC+3')
    expect(offset.getBoundingClientRect().right).toBeLessThanOrEqual(cell.right)
  },
)

const cutIn = (row: Element): string[] =>
  COLUMNS.flatMap(({ id }, index) => {
    const cell = row.children[index]!
    const isCut = [cell, ...cell.querySelectorAll('*')].some(
      (one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth,
    )
    return isCut ? [`${id}: ${cell.textContent}`] : []
  })

test.each(['en', 'ru'] as const)(
  'columns grow with their letters, and nothing is cut that was not: %s',
  async (locale) => {
    setLocale(locale)
    onTestFinished(() => setLocale('en'))
    const row = await showRow({ isMixed: false })
    const width = () => row.closest('table')!.offsetWidth
    const [usual, before] = [width(), cutIn(row)]
    const back = spaceOut()
    await expect.poll(width).toBeGreaterThan(usual * 1.2)
    expect(cutIn(row).filter((one) => !before.includes(one))).toEqual([])
    back()
    await expect.poll(width).toBe(usual)
  },
)
