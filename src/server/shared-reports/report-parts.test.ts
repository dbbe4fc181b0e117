import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedAnswer, type ShareBody } from '#/contract/shared-reports/shared-reports.ts'
import { openReports } from '#/server/reports/reports-testing.ts'
import { COUNT } from '#/test/sql/contacts-in-sql.ts'

const SHARE: ShareBody = {
  object: null,
  days: { from: '2026-11-09', to: '2026-11-15' },
  compared_days: null,
  compared_months: null,
  filters: [],
  now: null,
  language: 'en',
  offset: 180,
  expires: 30,
}

const bare = (html: string) =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

const readShared = async (
  { ask, send }: Pick<Awaited<ReturnType<typeof openReports>>, 'ask' | 'send'>,
  change: Partial<ShareBody>,
  path = '/snapshots',
) => {
  const { link } = sharedAnswer.parse(await (await ask('POST', path, { ...SHARE, ...change })).json())
  const headers = { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document', 'x-requested-by': '' }
  const html = await (await send(new URL(link).pathname, { headers })).text()
  expect(html).not.toMatch(/<script|\sstyle=/)
  return bare(html)
}

/** The client with 90,000 in November for its largest source. */
const openPaid = async () => {
  const { ask, send, service } = await openReports()
  const { rows } = await sql<{ title: string; target: number; missed: number }>`
    select c.source_title title, ${COUNT.target} target, ${COUNT.missed} missed
    from contacts c join objects o on o.id = c.object_id join accounts a on a.id = c.account_id
    where a.email = 'igor@domograd.ru' and o.status <> 5 and c.day between '2026-11-09' and '2026-11-15'
      and c.source_title is not null
    group by 1 order by ${COUNT.contacts} desc limit 1`.execute(service)
  const { title: source, target, missed } = rows[0]!
  const spend = [{ client: null, object: null, source, campaign: null, months: { '2026-11': 90_000 } }]
  expect((await ask('PUT', '/preferences', { base_version: 0, preferences: { spend } })).status).toBe(200)
  const read = async (change: Partial<ShareBody> = {}) => readShared({ ask, send }, change)
  return { read, source, target, missed }
}

test('share-costs: what was paid and what it brought stand on the page where that is chosen, advice always', async () => {
  const { read, source, target } = await openPaid()
  const [chosen, not] = [await read({ with_costs: true }), await read()]
  expect(target).toBeGreaterThan(0)
  const perTarget = Math.round(21_000 / target).toLocaleString('en-US')
  // Seven of thirty days.
  expect(chosen).toContain('Sources and what they cost')
  expect(chosen).toContain('Spend 21,000 ')
  expect(chosen).toContain(`Cost per target ${perTarget} `)
  const row = chosen.slice(chosen.indexOf(` ${source} `))
  expect(row).toMatch(new RegExp(`^ ${source} [^%]*%[^%]* 21,000 `))
  expect(chosen).toContain('Spend as entered.')
  expect(chosen).toContain(' Advice ')
  expect(not).toContain(' Advice ')
  expect(not).not.toMatch(/Spen[dt]\b(?! more)|21,000|Cost per|what they cost/)
})

test('share-parts: what was missed and the week stand on the page', async () => {
  const { read, source, missed } = await openPaid()
  const page = await read({ with_costs: true })
  expect(page).toMatch(new RegExp(`What was missed .* ${source} +${missed} `))
  expect(page).toMatch(/ When \d+ of \d+ missed between .* Mon .* Sun.* Darker: more contacts a day/)
})

test('share-parts: nothing of what is hidden stands in them', async () => {
  const { ask, send, service, pass } = await openReports('anna.kovaleva@northline.ru')
  const { rows } = await sql<{ id: number }>`
    select c.id from accounts c join agencies g on g.id = c.agency_id order by c.id limit 1`.execute(service)
  const { id } = rows[0]!
  const hiding = async (fields: readonly string[]) => {
    await sql`update accounts set hidden_fields = ${JSON.stringify(fields)} where id = ${id}`.execute(service)
    pass(120_000)
    return readShared({ ask, send }, { with_costs: true }, `/clients/${id}/snapshots`)
  }
  expect(await hiding([])).toMatch(/Advice.*What was missed.*When/)
  expect(await hiding(['source'])).not.toMatch(/Advice|Sources|Without source/)
  expect(await hiding(['status', 'date', 'target'])).not.toMatch(
    /Missed|What was missed|Darker|Advice|Target/,
  )
})
