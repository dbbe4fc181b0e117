import { expect, test } from 'vitest'
import { createHarness } from '#/server/testing.ts'

const MAIL = { schedule: 'abc', to: 'olga@sever.example', language: 'ru' as const }

test('who has got a mail ends these mails by a link and a click, signed in nowhere', async () => {
  const { options, send } = await createHarness()
  const { mailStops } = options
  const link = mailStops.linkOf(MAIL)
  expect(link).not.toContain('olga')
  const plain = { headers: { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document', 'x-requested-by': '' } }
  const page = await send(link, plain)
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain('lang="ru"')
  expect(html).toContain('olga@sever.example')
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
  expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  // A link scanner has unsubscribed nobody.
  expect(await mailStops.of('abc', [MAIL.to])).toEqual(new Set())
  const done = await send(link, { method: 'POST', ...plain })
  expect(done.status).toBe(200)
  expect(await done.text()).toContain('Вы отписались')
  expect(await mailStops.of('abc', ['OLGA@sever.example', 'anna@sever.example'])).toEqual(
    new Set(['OLGA@sever.example']),
  )
  expect(await mailStops.of('another', [MAIL.to])).toEqual(new Set())
})

test('stop-links-cannot-be-made: a link that is altered, cut or of another kind stops nothing and shows nothing', async () => {
  const { options, send } = await createHarness()
  const { mailStops, seal } = options
  const link = mailStops.linkOf(MAIL)
  const other = Buffer.from(seal.close(JSON.stringify(MAIL), 'another purpose'), 'base64').toString(
    'base64url',
  )
  const at = link.length - 5
  const flipped = link.slice(0, at) + (link[at] === 'A' ? 'B' : 'A') + link.slice(at + 1)
  for (const wrong of [
    flipped,
    link.slice(0, -8),
    `/mail/stop/${other}`,
    '/mail/stop/x',
    `/mail/stop/${'a'.repeat(5_000)}`,
  ]) {
    const answer = await send(wrong, { method: 'POST' })
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('olga')
  }
  expect(await mailStops.of('abc', [MAIL.to])).toEqual(new Set())
})

test('an address in a link stays a text', async () => {
  const { options, send } = await createHarness()
  const page = await send(options.mailStops.linkOf({ ...MAIL, to: '<img src=x>@a.example' }))
  expect(await page.text()).toContain('&lt;img src=x&gt;@a.example')
})

test('a damaged link is told as that in the language of who opens it', async () => {
  const { send } = await createHarness()
  const page = await send('/mail/stop/x', { headers: { 'accept-language': 'ru' } })
  expect(page.status).toBe(404)
  expect(await page.text()).toContain('Ссылка не работает')
})
