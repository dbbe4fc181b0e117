import { expect, type Locator, type Page } from '@playwright/test'
import { SCRIPT_OPTION, type ScriptOption } from '#/contract/script-config.ts'
import { ORIGIN } from './address.ts'

/** Headers that our server requires of requests. */
const HEADERS = { origin: ORIGIN, 'x-requested-by': 'callboard' }

export interface Editor {
  readonly oid: string
  readonly region: Locator
  readonly sent: readonly string[]
  readonly option: (code: string) => Locator
  readonly button: (name: string) => Locator
  /** Sets the options past the page, as another user would. */
  readonly setElsewhere: (...options: ScriptOption[]) => Promise<void>
}

/** Each saving test has its own object, as tests run in parallel. */
export const openEditor = async (page: Page, alias: string, ...options: ScriptOption[]): Promise<Editor> => {
  const answer = await page.request.get(`/api/v2/objs/${alias}`, { headers: HEADERS })
  const { obj } = (await answer.json()) as { obj: { oid: string } }
  const setElsewhere = async (...others: ScriptOption[]) => {
    const script_config = Object.fromEntries(others.map((one) => [one, String(SCRIPT_OPTION[one])]))
    const response = await page.request.post(`/api/v2/objs/${obj.oid}/script_config`, {
      headers: HEADERS,
      data: { script_config },
    })
    expect(response.status()).toBe(200)
  }
  await setElsewhere(...options)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/script_config'))
      sent.push(request.postData() ?? '')
  })
  await page.goto(`/objects/${obj.oid}`)
  const region = page.getByRole('region', { name: 'Tracking script' })
  await expect(region.getByRole('checkbox').first()).toBeVisible()
  const named = (code: string) => ({ name: new RegExp(`(^| )${code}$`) })
  return {
    oid: obj.oid,
    region,
    sent,
    setElsewhere,
    option: (code) => region.getByRole('checkbox', named(code)),
    button: (name) => region.getByRole('button', { name, exact: true }),
  }
}
