// @vitest-environment jsdom
import { applyPeriod } from '#/test/screens/period.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { screen, within } from '@testing-library/react'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { words } from '#/test/page.ts'
import { clientNamed } from '#/test/api-server.ts'
import { whilePresented } from '#/test/presented.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

const DAYS = 'date_from=2026-10-13&date_to=2026-11-16'
const paper = () => screen.getByRole('article')
const isPrintable = () => !screen.getByRole('button', { name: 'Download PDF' }).hasAttribute('aria-disabled')

test('offers no printing while it loads, and says so; names the client', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  const app = await renderApp('/overview', { account: 'agency_manager' })
  const client = await clientNamed(app.api, 'Sever Group')
  const letGo = app.api.holdService(/\/calls\?.*\bpage=(?:[3-9]|\d\d)/)
  app.open(`/overview/report?client=${client}&${DAYS}`)
  await eventually(() => expect(words(paper())).toContain('Contacts are still being loaded'))
  expect(isPrintable()).toBe(false)
  await app.user.click(screen.getByRole('button', { name: 'Download PDF' }))
  expect(print).not.toHaveBeenCalled()

  letGo()
  await eventually(() => expect(isPrintable()).toBe(true))
  expect(words(paper())).not.toContain('Contacts are still being loaded')
  within(paper()).getByText('Sever Group')
  // Without a plan, changes take its place.
  await eventually(() => expect(words(paper())).toMatch(/Changes\d+ (?:more|fewer) contacts? than/))
  for (const table of within(paper()).queryAllByRole<HTMLTableElement>('table')) {
    const widths = Array.from(table.rows, ({ cells }) =>
      Array.from(cells).reduce((sum, cell) => sum + cell.colSpan, 0),
    )
    expect(new Set(widths).size, table.ariaLabel ?? '').toBe(1)
  }
  await app.user.click(screen.getByRole('button', { name: 'Download PDF' }))
  expect(print).toHaveBeenCalledOnce()
})

test(
  'says what a contact and a target contact cost before; where no spend is entered, that it is not known',
  { tags: 'all' },
  async () => {
    const PAID = 'Поисковая реклама'
    const compared = 'compare=days&compare_from=2026-10-02&compare_to=2026-10-16'
    const spend = (months: Record<string, number>) => [
      { client: null, object: null, source: PAID, campaign: null, months },
    ]
    const app = await renderApp(`/overview/report?date_from=2026-11-02&date_to=2026-11-16&${compared}`, {
      account: 'client',
      // Half of each month: 15,000 of both.
      before: (api) =>
        api.write('PUT', '/api/preferences', {
          base_version: 0,
          preferences: { spend: spend({ '2026-10': 31_000, '2026-11': 30_000 }) },
        }),
    })
    const counted = async (days: string, more = '') => {
      const { meta } = await app.api.get<{ meta: { pagination: { total_objects: number } } }>(
        `/api/v2/calls?period=custom&${days}&source_text_filter=${encodeURIComponent(PAID)}${more}`,
      )
      return meta.pagination.total_objects
    }
    const [NOW, BEFORE] = [
      'date_from=2026-11-02&date_to=2026-11-16',
      'date_from=2026-10-02&date_to=2026-10-16',
    ]
    const cost = (contacts: number) => {
      const each = 15_000 / contacts
      return (each < 100 ? Math.round(each * 100) / 100 : Math.round(each)).toLocaleString('en')
    }
    await eventually(() => expect(isPrintable()).toBe(true))
    for (const [name, more] of [
      ['Cost per contact', ''],
      ['Cost per target', '&target_filter=1'],
    ] as const) {
      const [now, before] = [await counted(NOW, more), await counted(BEFORE, more)]
      expect(Math.min(now, before)).toBeGreaterThan(0)
      const change = ((before / now - 1) * 100).toFixed(1)
      await eventually(() =>
        expect(words(paper()).replaceAll('−', '-')).toContain(
          `${name}${cost(now)}was ${cost(before)}, ${Number(change) > 0 ? '+' : ''}${change}%`,
        ),
      )
    }
    expect(words(paper())).not.toContain('no spend entered')
    // All days have spend, so there is no note.
    expect(words(paper())).not.toContain('have spend')

    app.open('/overview/report?date_from=2026-09-21&date_to=2026-10-10&compare=none')
    await eventually(() =>
      expect(words(paper())).toContain(
        'Spend covers 10 of 20 days. Costs are over the contacts of these days only.',
      ),
    )
    expect(words(paper())).toMatch(/Spend10,00010 of 20 days/)

    app.open(
      `/overview/report?date_from=2026-11-02&date_to=2026-11-16&compare=days&compare_from=2026-09-02&compare_to=2026-09-16`,
    )
    await eventually(() => expect(words(paper())).toContain('no spend entered for Sep 2 – 16, 2026'))
    expect(words(paper())).not.toMatch(/Cost per contact[\d,.]+was/)
  },
)

test(
  'notes of its days stand on the page until they are ticked off, which its address keeps',
  { tags: 'all' },
  async () => {
    const app = await renderApp(`/overview/report?${DAYS}`, {
      account: 'client',
      before: (server) =>
        server.write('POST', '/api/notes', {
          day: '2026-11-12',
          reach: 'client',
          oid: null,
          text: 'Ad paused',
        }),
    })
    await eventually(() => expect(words(paper())).toContain('Ad paused'))
    const tick = screen.getByRole<HTMLInputElement>('checkbox', { name: 'With notes' })
    expect(tick.checked).toBe(true)
    await app.user.click(tick)
    await eventually(() => expect(words(paper())).not.toContain('Ad paused'))
    expect(app.address()).toContain('notes=off')
    await app.user.click(screen.getByRole('button', { name: 'Русский' }))
    await eventually(() => expect(app.address()).toMatch(/lang=ru/))
    expect(app.address()).toContain('notes=off')
    expect(
      screen.getByRole('link', { name: /Back to the overview|Overview/ }).getAttribute('href'),
    ).not.toContain('notes=')
    app.open(`/overview/report?${DAYS}`)
    await eventually(() => expect(words(paper())).toContain('Ad paused'))
  },
)

test(
  'a link with a period that does not exist opens the usual report, in its language',
  { tags: 'all' },
  async () => {
    const app = await renderApp('/overview/report?period=year&lang=ru&compare=none', { account: 'client' })
    await eventually(() => expect(isPrintable()).toBe(true))
    expect(app.address()).toBe('/overview/report?compare=none&lang=ru')
  },
)

test(
  'says how far the month’s plan is, as its card on the overview does, in the language of the report',
  { tags: 'all' },
  async () => {
    const { open } = await renderApp('/overview', {
      account: 'marketer',
      before: (server) =>
        server.write('PUT', '/api/month-plans', {
          month: '2026-11',
          oid: null,
          version: 0,
          contacts: 100_000,
          target: 1,
          spend: 250_000,
        }),
    })
    const card = await screen.findByRole('button', { name: /^Plan, target contacts in Nov 2026/ })
    const done = /(\d+) of 1/.exec(words(card))![1]!
    open('/overview/report')
    await eventually(() => expect(isPrintable()).toBe(true))
    const plan = screen.getByRole('heading', { name: /^Plan for Nov(ember)? 2026$/ })
    const part = words(plan.closest('section'))
    expect(part).toContain(`Target contacts ${done} of 1`)
    expect(part).toMatch(/Contacts [\d,]+ of 100,000 On this pace [\d,]+–[\d,]+, behind the plan/)
    expect(part).toMatch(/Spend 0 of 250,000/)
    open('/overview/report?date_from=2026-09-01&date_to=2026-09-30')
    await eventually(() => expect(isPrintable()).toBe(true))
    expect(screen.queryByRole('heading', { name: /^Plan for/ })).toBeNull()
    open('/overview/report?lang=ru')
    await screen.findByRole('heading', { name: /^План на нояб/ })
  },
)

test('the spend is what was entered, with a row of what brought no contact', async () => {
  const line = (source: string, amount: number) => ({
    client: null,
    object: null,
    source,
    campaign: null,
    months: { '2026-10': amount },
  })
  await renderApp('/overview/report?date_from=2026-10-01&date_to=2026-10-31&compare=none', {
    account: 'client',
    before: (api) =>
      api.write('PUT', '/api/preferences', {
        base_version: 0,
        preferences: { spend: [line('Поисковая реклама', 755_000), line('Radio', 1_000)] },
      }),
  })
  await eventually(() => expect(isPrintable()).toBe(true))
  const sources = await within(paper()).findByRole('table', { name: 'Sources and what they cost' })
  const cells = (name: RegExp) =>
    within(within(sources).getByRole('row', { name })).getAllByRole('cell').map(words)
  await eventually(() => expect(cells(/^No contacts/)).toContain('1,000'))
  expect(cells(/^No contacts/)[0]).toBe('0')
  expect(cells(/^All/)).toContain('756,000')
  expect(words(paper())).toMatch(/Spend756,000/)
})

test('says what a source cost that is not among the 200 largest', { tags: 'all' }, async () => {
  const PAID = 'Яндекс Еда'
  const app = await renderApp('/overview', {
    account: 'marketer',
    before: async ({ database, write }) => {
      await sql`update contacts set source_title = 'Source ' || id`.execute(database)
      await write('PUT', '/api/preferences', {
        base_version: 0,
        preferences: {
          spend: [{ client: null, object: null, source: PAID, campaign: null, months: { '2026-10': 3_000 } }],
        },
      })
    },
  })
  const { calls } = await app.api.get<{ calls: { id: number }[] }>(
    '/api/v2/calls?period=custom&date_from=2026-10-01&date_to=2026-10-31',
  )
  await sql`update contacts set source_title = ${PAID}, target = 1 where id = ${calls[0]!.id}`.execute(
    app.api.database,
  )
  app.open('/overview/report?date_from=2026-10-01&date_to=2026-10-31&compare=none')
  await eventually(() => expect(isPrintable()).toBe(true))
  const sources = await within(paper()).findByRole('table', { name: 'Sources and what they cost' })
  const whole = within(sources).getByRole('row', { name: /^All/ })
  expect(within(whole).getAllByRole('cell').map(words).slice(-3)).toEqual(['3,000', '3,000', ''])
  expect(within(sources).queryByRole('row', { name: /^No contacts/ })).toBeNull()
})

test('with a Chromium the server makes the PDF, of the days that are chosen here', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-report-page-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'chromium')
  const write = (body: string) =>
    writeFileSync(program, `#!${process.execPath}\nconst fs = require('node:fs')\n${body}\n`, { mode: 0o755 })
  write(`const page = fs.readFileSync(process.argv.at(-1).replace('file://', ''), 'utf8')
    fs.writeFileSync(process.argv.find((one) => one.startsWith('--print-to-pdf=')).slice(15), page)`)
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:made'
  })
  const app = await renderApp(`/overview/report?${DAYS}`, {
    account: 'client',
    env: { PDF_CHROMIUM: program },
  })
  await app.user.click(await screen.findByRole('button', { name: /^Period/ }))
  await applyPeriod(app.user, 'Last month')
  await eventually(() => expect(app.search().get('period')).toBe('last_month'))
  await eventually(() => expect(isPrintable()).toBe(true))
  await app.user.click(screen.getByRole('button', { name: 'Download PDF' }))
  await eventually(() => expect(files).toHaveLength(1))
  const page = await files[0]!.text()
  expect(page).toMatch(/Oct 1.–.31, 2026/)
  expect(page).not.toContain('frozen')
  await whilePresented(async () => {
    app.open(app.address())
    await screen.findByText(/“Download PDF” opens the print dialog/)
  })
  app.open(app.address())
  await screen.findByText(/The PDF has the same parts as a page with its days/)
  await eventually(() => expect(isPrintable()).toBe(true))
  write('process.exit(1)')
  await app.user.click(screen.getByRole('button', { name: 'Download PDF' }))
  await screen.findByText(/The server couldn’t make the PDF/)
  screen.getByRole('button', { name: 'Print' })
})
