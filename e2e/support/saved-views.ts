import { expect, type Page } from '@playwright/test'
import type { SavedView } from '#/contract/preferences.ts'
import { ORIGIN } from './address.ts'

/** Headers that our server requires of requests. */
const headers = { origin: ORIGIN, 'x-requested-by': 'callboard' }

export const savedViews = async (page: Page): Promise<SavedView[]> => {
  const answer = await (await page.request.get('/api/preferences', { headers })).json()
  return (answer as { preferences: { saved_views?: SavedView[] } }).preferences.saved_views ?? []
}

export const putViews = async (page: Page, saved_views: SavedView[]) => {
  const { version } = (await (await page.request.get('/api/preferences', { headers })).json()) as {
    version: number
  }
  const answer = await page.request.put('/api/preferences', {
    headers,
    data: { base_version: version, preferences: { saved_views } },
  })
  expect(answer.status()).toBe(200)
}

/** As another tab does: only the browser resolves the second server's name. */
export const beginWithViews = async (page: Page, saved_views: readonly SavedView[]) => {
  const status = await page.evaluate(
    async (body) => {
      const headers = { 'x-requested-by': 'callboard', 'content-type': 'application/json' }
      return (await fetch('/api/preferences', { method: 'PUT', headers, body })).status
    },
    JSON.stringify({ base_version: 0, preferences: { saved_views } }),
  )
  expect(status).toBe(200)
}

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Views' })
export const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name, exact: true })
export const current = (page: Page) => tabs(page).locator('[aria-current=page]')
export const saveButton = (page: Page) => page.getByRole('button', { name: 'Save view', exact: true })
export const actions = (page: Page, name: string) =>
  page.getByRole('button', { name: `View ${name}: actions`, exact: true })
export const act = async (page: Page, name: string, item: string) => {
  await actions(page, name).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
export const view = (
  name: string,
  filters: SavedView['filters'],
  more: Partial<SavedView> = {},
): SavedView => ({
  id: name.toLowerCase().replace(/\W/g, '-'),
  name,
  filters,
  ...more,
})
