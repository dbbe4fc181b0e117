import process from 'node:process'
import { expect, test } from 'vitest'
import type { ReportPdfBody } from '#/contract/shared-reports/shared-reports.ts'
import { PRIVACY_MODE_COOKIE } from '#/i18n/privacy-mode.ts'
import { directoryFrom } from '#/server/identity/directory.ts'
import { answeredError, openReports } from '#/server/reports/reports-testing.ts'

const BODY: ReportPdfBody = {
  object: null,
  days: { from: '2026-11-09', to: '2026-11-15' },
  compared_days: null,
  compared_months: null,
  filters: [],
  now: null,
  language: 'en',
  offset: 180,
}
const PATH = '/report-pdf'
/** Node is no Chromium: printing fails. */
const env = { PDF_CHROMIUM: process.execPath }

test('report-pdf: is for who may export, of their own clients, and where there is a Chromium', async () => {
  const without = await openReports()
  expect(await answeredError(without.ask('POST', PATH, BODY))).toEqual([404, 'not_found'])

  const agency = await openReports('anna.kovaleva@northline.ru', undefined, env)
  expect(await answeredError(agency.ask('POST', '/clients/99999/report-pdf', BODY))).toEqual([
    403,
    'client_forbidden',
  ])
  expect(await answeredError(agency.ask('POST', PATH, { ...BODY, expires: 30 }))).toEqual([
    400,
    'invalid_request',
  ])
  const refused = await agency.send(`/api${PATH}`, {
    method: 'POST',
    cookie: `${agency.cookie}; ${PRIVACY_MODE_COOKIE}=x`,
    body: JSON.stringify(BODY),
  })
  expect(refused.status).toBe(409)

  const rights = directoryFrom(JSON.stringify({ users: { 'igor@domograd.ru': { rights: ['listen'] } } }))
  const listener = await openReports('igor@domograd.ru', rights, env)
  expect(await answeredError(listener.ask('POST', PATH, BODY))).toEqual([403, 'right_missing'])

  const owner = await openReports('igor@domograd.ru', undefined, env)
  expect(await answeredError(owner.ask('POST', PATH, BODY))).toEqual([503, { pdf: 'ended' }])
})
