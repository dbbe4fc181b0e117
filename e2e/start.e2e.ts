import { signInByRequest, type Who } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

/** The page of a sample account, what tells that it is there, and what it asks first. */
const PAGES: readonly (readonly [who: Who, page: string, shown: string, asked: string])[] = [
  ['small', '/calls', 'Contacts', '/api/v2/calls?period=month'],
  ['small', '/calls?period=year&target_filter=1', 'Contacts', '/api/v2/calls?period=year&target_filter=1'],
  ['small', '/objects', 'Objects', '/api/v2/objs/'],
  ['small', '/', 'Sources', '/api/v2/calls?period=all&order_way=DESC'],
  ['manager', '/', 'Clients', '/api/v2/agency'],
]

for (const [who, opened, shown, asked] of PAGES)
  test(`${opened} of ${who}: the document brings the session, and has the first answer fetched, and nothing is asked twice`, async ({
    page,
  }) => {
    await signInByRequest(page, who)
    const requests: string[] = []
    // Of posted questions figures are asked again while their contacts are being read.
    const read: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (!pathname.startsWith('/api/')) return
      requests.push(pathname + search)
      if (request.method() === 'GET') read.push(pathname + search)
    })
    const warnings: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text())
    })
    await page.goto(opened)
    await expect(page.getByRole('table', { name: shown })).toBeVisible()
    expect(requests).toContain(asked)
    expect(requests).not.toContain('/api/session')
    const begun = () =>
      page.evaluate(
        (name) =>
          performance
            .getEntriesByName(new URL(name, location.href).href)
            .map((entry) => entry.toJSON().initiatorType),
        asked,
      )
    // By the document itself, before any script could. The browser notes it some time after the answer has ended.
    await expect.poll(begun).toEqual(['link'])
    expect(read.filter((one, nth) => read.indexOf(one) < nth)).toEqual([])
    expect(warnings).toEqual([])
  })
