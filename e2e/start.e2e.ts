import { signInByRequest, type Who } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

/** Page of a sample account with its first request and ready condition. */
const PAGES: readonly (readonly [
  who: Who,
  page: string,
  shown: string,
  requestPath: string,
  read?: RegExp,
])[] = [
  ['small', '/calls', 'Contacts', '/api/v2/calls?period=month'],
  ['small', '/calls?period=year&target_filter=1', 'Contacts', '/api/v2/calls?period=year&target_filter=1'],
  ['small', '/objects', 'Objects', '/api/v2/objs/'],
  ['small', '/', 'Sources', '/api/archive/clocks', /All [\d,]+ contacts? loaded/],
  ['manager', '/', 'Clients', '/api/v2/agency', /(\d+) of \1 clients loaded/],
]

for (const [who, opened, shown, requestPath, read] of PAGES)
  test(`${opened} of ${who}: the document brings the session, and has the first answer fetched, and nothing is asked twice`, async ({
    page,
  }) => {
    await signInByRequest(page, who)
    if (read) {
      await page.goto(opened)
      await expect(page.locator('#main')).toContainText(read)
      await page.goto('about:blank')
    }
    const requests: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      const body = request.postData() ?? ''
      // Requests with a version only check whether new contacts changed the answer.
      if (pathname.startsWith('/api/') && !body.includes('"version"')) requests.push(pathname + search + body)
    })
    const warnings: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text())
    })
    await page.goto(opened)
    await expect(page.getByRole('table', { name: shown })).toBeVisible()
    expect(requests).toContain(requestPath)
    expect(requests).not.toContain('/api/session')
    const begun = () =>
      page.evaluate(
        (name) =>
          performance
            .getEntriesByName(new URL(name, location.href).href)
            .map((entry) => entry.toJSON().initiatorType),
        requestPath,
      )
    // Timing entries appear after the response.
    await expect.poll(begun).toEqual(['link'])
    expect(requests.filter((one, nth) => requests.indexOf(one) < nth)).toEqual([])
    expect(warnings).toEqual([])
  })
