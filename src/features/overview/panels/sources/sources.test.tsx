// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rowsOf, words } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'
import {
  allLoaded,
  buttonOf,
  figureCount,
  figure,
  numberIn,
  openOverview,
  panel,
  receipt,
  showAll,
  shown,
  sourceRow,
  added,
} from '#/features/overview/page-testing.ts'

const DAYS = 'date_from=2026-08-01&date_to=2026-11-14'
const PAID = 'Поисковая реклама'

const open = async () => {
  const app = await openOverview(`?${DAYS}&compare=none`, { account: 'client' })
  await allLoaded(await app.counted(DAYS))
  await eventually(() => expect(figureCount('Contacts')).toBeGreaterThan(0))
  await eventually(() => sourceRow(PAID))
  return app
}
const column = (name: string) => rowsOf('Sources').map((row) => row[name] ?? '')
const rows = () => [...panel('Sources').querySelectorAll<HTMLElement>('tbody tr')]

test('a source’s figures are the service’s own, open to their receipt, and are judged before they are ordered', async () => {
  const { counted, user } = await open()
  const total = (filters = '') => counted(DAYS, `&source_text_filter=${encodeURIComponent(PAID)}${filters}`)
  expect(column('Source').filter((name) => name.includes(PAID))).toEqual([PAID])
  const all = await total()
  expect(all).toBeGreaterThan(15)
  expect(figureCount('Contacts', sourceRow(PAID))).toBe(all)
  expect(figureCount('First-time', sourceRow(PAID))).toBe(await total('&repeated_filter=1'))
  const rate = `${((100 * (await total('&target_filter=1'))) / all).toFixed(1)}%`
  await user.click(figure(`Target rate ${rate}`, sourceRow(PAID)))
  await eventually(() => expect(words(receipt())).toContain(`Source ${PAID}`))
  expect(words(receipt())).toContain(`= ${rate}`)
  await user.click(figure(`Target rate ${rate}`, sourceRow(PAID)))

  // Rows with too few contacts last, the others by the lower end of the range.
  await showAll(user, panel('Sources'))
  const rates = column('Target rate, 95% range')
  const evaluated = rates.filter((text) => !text.startsWith('Too few'))
  expect(evaluated.length).toBeGreaterThan(2)
  expect(rates.length).toBeGreaterThan(evaluated.length)
  expect(rates.slice(0, evaluated.length)).toEqual(evaluated)
  const ends = evaluated.map((text) => Number(/(\d+)–\d+$/.exec(text.replace(/^[\d.]+%/, ''))![1]))
  expect(ends).toEqual(ends.toSorted((a, b) => b - a))
  const contacts = column('Contacts').map(numberIn)
  for (const [index, count] of contacts.entries())
    expect(count < 15, `row ${index}`).toBe(index >= evaluated.length)
  const few = contacts.slice(evaluated.length)
  expect(few).toEqual(few.toSorted((a, b) => b - a))

  // Ranges are recomputed from the service's answers.
  const verdicts = column('Advice')
  for (const verdict of verdicts) expect(verdict).toMatch(/^(–|(Spend more|Keep|Watch|Stop)$)/)
  for (const [index, count] of contacts.entries())
    if (count < 15) expect(verdicts[index]).toMatch(/^–Too few to judge/)
  const spoken = column('Source').find((_, index) => !verdicts[index]!.startsWith('–'))!
  await user.click(buttonOf(/^Advice /, sourceRow(spoken)))
  const target = await counted(DAYS, `&source_text_filter=${encodeURIComponent(spoken)}&target_filter=1`)
  const contactsOf = figureCount('Contacts', sourceRow(spoken))
  const allTarget = await counted(DAYS, '&target_filter=1')
  expect(words(receipt())).toContain(`This one${shown(target)} target of ${shown(contactsOf)} = `)
  expect(words(receipt())).toContain(
    `All others${shown(allTarget - target)} target of ${shown((await counted(DAYS)) - contactsOf)} = `,
  )
  expect(words(receipt())).toContain('Stop: its high estimate is below 50% of the others’ low one')
  await user.click(buttonOf(/^Advice /, sourceRow(spoken)))

  const header = () => within(panel('Sources')).getByRole('columnheader', { name: 'Contacts' })
  await user.click(within(header()).getByRole('button'))
  await eventually(() => expect(header().ariaSort).toBe('descending'))
  expect(column('Contacts').map(numberIn)).toEqual(contacts.toSorted((a, b) => b - a))
})

test('a source opens to its campaigns and their search requests, which add up; a click narrows, a second one no longer', async () => {
  const { user, search, press } = await open()
  const all = figureCount('Contacts')
  const names = column('Source')
  const before = rows().length
  /** The open rows of a level, all of them shown, and their contacts. */
  const below = async (level: string) => {
    const ofLevel = () =>
      rows().filter((row) => {
        const title = row.querySelector('th button[aria-pressed]')
        return words(title).startsWith(`${level} `)
      })
    await eventually(() => expect(ofLevel().length).toBeGreaterThan(0))
    for (;;) {
      const more = [...panel('Sources').querySelectorAll('table button')].find((one) =>
        /^Show (all|\d+ more)/.test(words(one)),
      )
      if (!more) break
      await user.click(more)
    }
    const counts = ofLevel().map((row) => figureCount('Contacts', row))
    return { rows: ofLevel(), counts }
  }
  const opener = () => buttonOf(`Campaigns of ${PAID}`, sourceRow(PAID))
  opener().focus()
  await user.keyboard('{Enter}')
  const campaigns = await below('Campaign')
  expect(opener().ariaExpanded).toBe('true')
  expect(added(campaigns.counts)).toBe(figureCount('Contacts', sourceRow(PAID)))
  expect(rows()).toHaveLength(before + campaigns.counts.length)
  const biggest = Math.max(...campaigns.counts)
  const campaign = campaigns.rows[campaigns.counts.indexOf(biggest)]!
  await user.click(buttonOf(/^Search requests of /, campaign))
  const requests = await below('Search request')
  expect(added(requests.counts)).toBe(biggest)
  expect(rows()).toHaveLength(before + campaigns.counts.length + requests.counts.length)

  const title = (row: HTMLElement) => row.querySelector<HTMLElement>('th button[aria-pressed]')!
  const [first] = campaigns.rows
  await user.click(title(first!))
  await eventually(() => expect(search().get('source')).toBe(PAID))
  expect(search().has('campaign')).toBe(true)
  await eventually(() => expect(title(first!).ariaPressed).toBe('true'))
  await user.click(title(first!))
  await eventually(() => expect(search().has('campaign')).toBe(false))
  await eventually(() => expect(figureCount('Contacts')).toBe(figureCount('Contacts', sourceRow(PAID))))
  await user.click(opener())
  await eventually(() => expect(rows()).toHaveLength(before))
  await user.click(screen.getByLabelText(`Remove filter: Source ${PAID}`))

  await eventually(() => figure(`Contacts ${shown(all)}`))
  const one = figureCount('Contacts', sourceRow('Карты'))
  expect(one).toBeLessThan(all)
  await press('Карты', sourceRow('Карты'))
  await eventually(() => figure(`Contacts ${shown(one)}`))
  expect(search().get('source')).toBe('Карты')
  expect(title(sourceRow('Карты')).ariaPressed).toBe('true')
  expect(column('Source')).toEqual(names)
  await user.click(screen.getByLabelText('Remove filter: Source Карты'))
  await eventually(() => figure(`Contacts ${shown(all)}`))
  expect(search().has('source')).toBe(false)
})

test('who did not get through has a missed call last, is copied and opened', async () => {
  const { user, list, press, address } = await open()
  const item = () => within(panel('Missed callers')).getAllByRole('listitem')[0]!
  await user.click(buttonOf(/^Copy /, item()))
  await screen.findByText('Copied')
  const caller = await navigator.clipboard.readText()
  expect(caller).toMatch(/^\+\d{10,15}$/)
  const { calls } = await list(DAYS, `&from_filter=${caller.slice(1)}`)
  const last = calls.toSorted((a, b) => b.date.slice(0, 19).localeCompare(a.date.slice(0, 19)))[0]!
  expect([1, 3, 4, 5, 6, 7]).toContain(last.status)

  const count = figureCount('Missed callers', panel('Missed callers'))
  expect(count).toBeGreaterThan(5)
  await press(`All ${count}`, panel('Missed callers'))
  const dialog = await screen.findByRole('dialog', { name: /^Missed callers/ })
  await eventually(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(count))
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0]!)
  await user.click(within(item()).getByRole('link', { name: /open the contact$/ }))
  await eventually(() => expect(address()).toBe(`/objects/${last.obj_oid}/calls/${last.id}`))
  await screen.findByRole('region', { name: 'CRM deal' })
})

test('says how many contacts more or fewer each source has, and orders by it', async () => {
  const { counted, user } = await openOverview(
    '?date_from=2026-10-21&date_to=2026-11-19&compare=days&compare_from=2026-09-21&compare_to=2026-10-20',
    { account: 'client' },
  )
  const changes = () => column('Change').map((text) => Number(text.replace('−', '-').replaceAll(/[+,]/g, '')))
  await eventually(() => sourceRow(PAID))
  await eventually(() => expect(changes().every(Number.isFinite)).toBe(true))
  const total = (from: string, to: string) =>
    counted(`date_from=${from}&date_to=${to}`, `&source_text_filter=${encodeURIComponent(PAID)}`)
  const before = await total('2026-09-21', '2026-10-20')
  const now = await total('2026-10-21', '2026-11-19')
  expect(changes()[column('Source').findIndex((name) => name.includes(PAID))]).toBe(now - before)
  await user.click(within(panel('Sources')).getByRole('button', { name: 'Change' }))
  await eventually(() => expect(changes()).toEqual(changes().toSorted((a, b) => a - b)))
  await user.click(within(panel('Sources')).getByRole('button', { name: 'Change' }))
  await eventually(() => expect(changes()).toEqual(changes().toSorted((a, b) => b - a)))
})
