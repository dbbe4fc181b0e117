// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { eventually } from '#/test/render-app.tsx'
import { allLoaded, openOverview } from '#/features/overview/page-testing.ts'

/** Of a stored answer they name the version. */
const firstAsks = (requests: readonly { readonly path: string; readonly body: string }[]) =>
  requests
    .filter(({ body }) => body !== '' && !('version' in (JSON.parse(body) as object)))
    .map(({ path }) => path)

test('figures are asked for once, before the page is drawn, with what the account has chosen', async () => {
  const { api } = await openOverview('?period=last_30_days', {
    account: 'client',
    before: async ({ write }) => {
      const preferences = { won_statuses: ['Sold'] }
      await write('PUT', '/api/preferences', { base_version: 0, preferences })
    },
  })
  await allLoaded()
  await eventually(() => expect(firstAsks(api.requests)).toContain('/api/figures/today'))
  const questions = firstAsks(api.requests).filter((path) => /\/(report|report_rest|today)$/.test(path))
  expect(questions).toEqual(['/api/figures/report', '/api/figures/report_rest', '/api/figures/today'])
})
