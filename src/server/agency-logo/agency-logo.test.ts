import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { AGENCY_LOGO_PATH, agencyLogoAnswer, LOGO_MAX_BYTES } from '#/contract/agency-logo/agency-logo.ts'
import { agencyAnswer } from '#/contract/agency.ts'
import { isReadable } from '#/contract/field.ts'
import { sharedAnswer } from '#/contract/shared-reports/shared-reports.ts'
import { answeredError, openReports } from '#/server/reports/reports-testing.ts'
import { cookieOf } from '#/server/testing.ts'
import { cleanLogo } from './clean-logo.ts'
import { cleanPng } from '#/server/agency-logo/clean-logo.ts'
import { cleanSvg } from './clean-svg.ts'

const chunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
const header = (width: number, height: number) => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width)
  data.writeUInt32BE(height, 4)
  data.set([8, 2, 0, 0, 0], 8)
  return chunk('IHDR', data)
}
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const PIXELS = chunk('IDAT', deflateSync(Buffer.from([0, 255, 0, 0])))
const END = chunk('IEND', Buffer.alloc(0))
const png = (...parts: Buffer[]) => Buffer.concat([SIGNATURE, ...parts])
const PNG = png(header(1, 1), PIXELS, END)

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 92 36"${attributes}><path d="M0 0h9v9z" fill="#0a7"/>${inside}</svg>`
const clean = (inside: string, attributes = '') => cleanSvg(svg(inside, attributes))
const BARE = cleanSvg(svg(''))

test('logo-safe: an SVG keeps its shapes, and nothing that could run or be fetched', () => {
  expect(BARE).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 92 36"><path d="M0 0h9v9z" fill="#0a7"/></svg>',
  )
  for (const inside of [
    '<script>alert(1)</script>',
    '<script xlink:href="https://evil.example/x.js"/>',
    '<ScRiPt>alert(1)</ScRiPt>',
    '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"></iframe></foreignObject>',
    '<image href="https://evil.example/x.png"/>',
    '<use href="https://evil.example/x.svg#a"/>',
    '<style>@import "https://evil.example/x.css"</style>',
    '<a href="javascript:alert(1)"><rect width="1" height="1"/></a>',
    '<animate attributeName="href" values="javascript:alert(1)"/>',
    '<set attributeName="onload" to="alert(1)"/>',
    '<filter id="f"><feImage href="https://evil.example"/></filter>',
    '<text>hello</text>',
    '<!-- <script>alert(1)</script> -->',
    '<?xml-stylesheet href="https://evil.example/x.css"?>',
  ])
    expect(clean(inside), inside).toBe(BARE)
  for (const attribute of [
    ' onload="alert(1)"',
    ' style="background:url(https://evil.example)"',
    ' fill="url(https://evil.example/#a)"',
    ' fill="url(//evil.example)"',
    ' fill="URL( javascript:alert(1) )"',
    ' xmlns:xlink="http://www.w3.org/1999/xlink"',
    ' href="#a"',
    ' class="a"',
    ' fill="&#117;rl(https://evil.example)"',
  ])
    expect(clean('', attribute), attribute).toBe(BARE)
  expect(clean('<title>A &lt; B &amp; C</title>')).toContain('<title>A &#60; B &#38; C</title>')
  expect(clean('<g clip-path="url(#c)" fill="url(#g)"><rect width="1" height="1"/></g>')).toContain(
    '<g clip-path="url(#c)" fill="url(#g)">',
  )
})

test('logo-safe: what is not well formed, has entities or no shape is no SVG', () => {
  for (const text of [
    `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg('&a;')}`,
    `<!doctype svg>${svg('')}`,
    svg('<title>A &evil; B</title>'),
    svg('<g>'),
    svg('</g>'),
    svg('<path d=M0/>'),
    `${svg('')}${svg('')}`,
    `x${svg('')}`,
    '<html><svg/></html>',
    '<svg></svg>',
    '<svg><script>1</script></svg>',
    svg('<g>'.repeat(60) + '</g>'.repeat(60)),
    `<svg${' '.repeat(90_000)}`,
  ])
    expect(cleanSvg(text), text.slice(0, 80)).toBeNull()
})

test('logo-safe: a PNG keeps its picture alone, and is none where it is broken or unpacks to too much', () => {
  const hidden = png(
    header(1, 1),
    chunk('tEXt', Buffer.from('x\0<script>')),
    PIXELS,
    END,
    Buffer.from('<svg>'),
  )
  expect(cleanPng(hidden)).toEqual(PNG)
  const wrongSum = Buffer.from(PNG)
  wrongSum[wrongSum.length - 1]! ^= 1
  for (const broken of [
    wrongSum,
    PNG.subarray(0, -4),
    png(PIXELS, END),
    png(header(1, 1), END),
    png(header(60_000, 60_000), PIXELS, END),
    png(header(0, 1), PIXELS, END),
  ])
    expect(cleanPng(broken)).toBeNull()
})

test('a file says by its contents what it is, and why it is refused', async () => {
  expect(await cleanLogo(PNG)).toEqual({ logo: `data:image/png;base64,${PNG.toString('base64')}` })
  expect(await cleanLogo(Buffer.from(svg('')))).toMatchObject({
    logo: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
  })
  expect(await cleanLogo(Buffer.from('GIF89a'))).toEqual({ trouble: 'type' })
  expect(await cleanLogo(Buffer.from('<html>'))).toEqual({ trouble: 'type' })
  expect(await cleanLogo(Buffer.alloc(LOGO_MAX_BYTES + 1))).toEqual({ trouble: 'size' })
  expect(await cleanLogo(Buffer.from(svg('<g>')))).toEqual({ trouble: 'unsafe' })
})

const SHARE = {
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

test.each(['*{fill:red}'.repeat(200), `${'*,'.repeat(200)}*>*{fill:red}`])(
  'a logo with more rules than are worth applying keeps its shapes',
  async (rules) => {
    const source = `<svg xmlns="http://www.w3.org/2000/svg"><style>${rules}</style>${'<g/>'.repeat(100)}<path d="M0 0h9"/></svg>`
    const { logo } = (await cleanLogo(Buffer.from(source))) as { logo: string }
    const cleaned = Buffer.from(logo.split(',')[1]!, 'base64').toString()
    expect(cleaned).toContain('<path d="M0 0h9"')
    expect(cleaned).not.toContain('fill')
  },
)

test('a logo keeps the colours that a drawing program wrote as rules or as style', async () => {
  const file = `<?xml version="1.0" encoding="utf-8"?>
    <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 92 36">
      <defs><style>.a{fill:#0a7}.b{fill:none;stroke:#e11;background:url(https://evil.example/x)}</style></defs>
      <path class="a" d="M0 0h9v9z"/><path class="a b" d="M1 1h9"/><rect style="fill:#123456" width="2" height="2"/>
    </svg>`
  const { logo } = (await cleanLogo(Buffer.from(file))) as { logo: string }
  const cleaned = Buffer.from(logo.split(',')[1]!, 'base64').toString()
  expect(cleaned).toMatch(/<path[^>]*d="M0 0h9v9z"[^>]*fill="#0a7"|<path[^>]*fill="#0a7"[^>]*d="M0 0h9v9z"/)
  expect(cleaned).toMatch(/<path(?=[^>]*stroke="#e11")(?=[^>]*fill="none")[^>]*>/)
  expect(cleaned).toMatch(/<rect(?=[^>]*fill="#123456")[^>]*>/)
  expect(cleaned).not.toMatch(/style|class|evil|DOCTYPE/)
})

test('an agency’s shared pages and PDFs carry its sign; another account can neither read nor change it', async () => {
  const { ask, send, signIn } = await openReports('anna.kovaleva@northline.ru')
  const read = async (answer: Promise<Response>) => agencyLogoAnswer.parse(await (await answer).json()).logo
  expect(await read(ask('GET', AGENCY_LOGO_PATH))).toBeNull()
  const data = Buffer.from(svg('<script>alert(1)</script>')).toString('base64')
  const logo = await read(ask('PUT', AGENCY_LOGO_PATH, { data }))
  expect(Buffer.from(logo!.split(',')[1]!, 'base64').toString()).toBe(BARE)
  expect(await read(ask('GET', AGENCY_LOGO_PATH))).toBe(logo)
  const tooLarge = Buffer.alloc(LOGO_MAX_BYTES + 1).toString('base64')
  expect(await answeredError(ask('PUT', AGENCY_LOGO_PATH, { data: tooLarge }))).toEqual([
    400,
    { logo: 'size' },
  ])
  expect(await answeredError(ask('PUT', AGENCY_LOGO_PATH, { data: 'R0lGODlh' }))).toEqual([
    400,
    { logo: 'type' },
  ])

  const agencies = agencyAnswer.lenient.parse(await (await ask('GET', '/v2/agency')).json())
  const [agency] = agencies
  const client = agency!.clients.find(isReadable)!.client
  const page = async () => {
    const { link } = sharedAnswer.parse(
      await (await ask('POST', `/clients/${client}/snapshots`, SHARE)).json(),
    )
    return send(new URL(link).pathname, {
      headers: { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document', 'x-requested-by': '' },
    })
  }
  const shared = await page()
  expect(shared.headers.get('content-security-policy')).toContain("default-src 'none'; img-src data:;")
  const html = await shared.text()
  expect(html).toContain(`<img src="${logo}" alt="">`)
  expect(html).toContain(`<b>${agency!.name}</b><small>${agency!.domain}</small>`)

  const other = cookieOf(await signIn('igor@domograd.ru', 'domograd'))
  for (const method of ['GET', 'PUT', 'DELETE'])
    expect(
      await answeredError(
        send(`/api${AGENCY_LOGO_PATH}`, {
          method,
          cookie: other,
          ...(method === 'PUT' && { body: `{"data":""}` }),
        }),
      ),
    ).toEqual([403, 'access_denied'])
  expect(await read(ask('DELETE', AGENCY_LOGO_PATH))).toBeNull()
  const without = await (await page()).text()
  expect(without).not.toContain('<img')
  expect(without).toContain(`<b>${agency!.name}</b>`)
})
