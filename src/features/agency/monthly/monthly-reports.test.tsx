// @vitest-environment jsdom
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { CLIENT_COMPARISON_PATH } from '#/contract/archive/client-comparison.ts'
import type { RenderAppOptions } from '#/test/render-app.tsx'
import { words } from '#/test/page.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

const SEVER = /^Sever Group/

/** A fake Chromium that prints the page's source, or fails. */
const chromium = (body: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-monthly-page-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'chromium')
  writeFileSync(program, `#!${process.execPath}\nconst fs = require('node:fs')\n${body}\n`, { mode: 0o755 })
  return program
}
const PRINTS = `fs.writeFileSync(process.argv.find((one) => one.startsWith('--print-to-pdf=')).slice(15), '%PDF')`

const open = async (options: Partial<RenderAppOptions> = {}) => {
  const app = await renderApp('/clients', { account: 'agency_manager', ...options })
  const dialog = () => within(screen.getByRole('dialog', { name: 'Monthly reports' }))
  const show = async () => {
    await app.user.click(await screen.findByRole('button', { name: 'Monthly reports' }))
    await screen.findByRole('dialog', { name: 'Monthly reports' })
  }
  await show()
  const table = () => dialog().findByRole('table', { name: 'Monthly reports' })
  const rowOf = async (name: RegExp) =>
    [...(await table()).querySelectorAll('tbody tr')].find((row) => name.test(words(row)))!
  const press = async (name: string | RegExp) => app.user.click(await dialog().findByRole('button', { name }))
  const boxes = async () =>
    within(await table())
      .getAllByRole<HTMLInputElement>('checkbox')
      .slice(1)
  const chooseOnly = async (name: RegExp) => {
    await eventually(async () => expect(words(await rowOf(name))).toContain('Ready'))
    for (const box of await boxes()) if (box.checked) await app.user.click(box)
    await app.user.click(dialog().getByRole('checkbox', { name }))
  }
  return { ...app, dialog, show, table, rowOf, press, boxes, chooseOnly }
}

test('shows each client’s state first where it needs a look, and makes links that can be opened', async () => {
  const { dialog, table, rowOf, press, chooseOnly, show, user } = await open()
  await eventually(async () => expect(words(await rowOf(/^New company/))).toContain('No objects'))
  expect(dialog().getByRole<HTMLInputElement>('checkbox', { name: 'New company' }).disabled).toBe(true)
  await eventually(async () => expect(words(await table())).toContain('too few to judge'))
  expect(dialog().getByRole<HTMLInputElement>('radio', { name: 'ZIP of PDFs' }).disabled).toBe(true)
  dialog().getByText('This server makes no PDFs: PDF_CHROMIUM isn’t set')
  dialog().getByText('Email isn’t set up on this server (SMTP_URL)')
  expect(dialog().getByRole<HTMLInputElement>('radio', { name: 'Links' }).checked).toBe(true)
  await chooseOnly(SEVER)
  await press('Create 1 link')
  const link = await dialog().findByRole<HTMLAnchorElement>('link', { name: 'Open: Sever Group' })
  expect(link.href).toMatch(/\/s\/[\w-]{43}$/)
  await press('Close')
  expect(screen.queryByRole('dialog')).toBeNull()
  await show()
  await dialog().findByRole('link', { name: 'Open: Sever Group' })
  await press('New reports')
  await eventually(async () => expect(words(await rowOf(SEVER))).toMatch(/Link made Nov 20/))
  expect(dialog().getByRole<HTMLInputElement>('checkbox', { name: SEVER }).checked).toBe(false)
  await user.selectOptions(dialog().getByRole('combobox', { name: 'Month' }), 'Sep 2026')
  await eventually(async () => expect(words(await rowOf(SEVER))).not.toContain('Link made'))
})

test('states that could not be loaded say so, and offer no reports', async () => {
  const { dialog, table, press, api } = await open({
    before: async (server) =>
      server.standInFront((path) =>
        path.endsWith(CLIENT_COMPARISON_PATH) ? Response.json({ error: 'internal' }, { status: 500 }) : null,
      ),
  })
  await dialog().findByRole('button', { name: 'Retry' })
  expect(dialog().queryByRole('button', { name: /^Create / })).toBeNull()
  api.standInFront(null)
  await press('Retry')
  await eventually(async () => expect(words(await table())).toContain('Sever Group'))
})

test('keeps the way, the search and each month’s picks when another month loads', async () => {
  const { dialog, rowOf, user } = await open({ env: { PDF_CHROMIUM: chromium(PRINTS) } })
  await eventually(async () => expect(words(await rowOf(SEVER))).toContain('Ready'))
  const month = dialog().getByRole<HTMLSelectElement>('combobox', { name: 'Month' })
  const picked = () => dialog().findByRole<HTMLInputElement>('checkbox', { name: SEVER })
  const choose = (name: string) => user.selectOptions(month, name)
  await user.click(dialog().getByRole('radio', { name: 'Links' }))
  await user.type(dialog().getByRole('searchbox'), 'Sever')
  await user.click(await picked())
  month.focus()
  await choose('Sep 2026')
  await eventually(async () => expect((await picked()).checked).toBe(true))
  expect(document.activeElement).toBe(month)
  expect(dialog().getByRole<HTMLInputElement>('searchbox').value).toBe('Sever')
  expect(dialog().getByRole<HTMLInputElement>('radio', { name: 'Links' }).checked).toBe(true)
  await choose('Oct 2026')
  expect((await picked()).checked).toBe(false)
  await choose('Sep 2026')
  expect((await picked()).checked).toBe(true)
})

test('with a Chromium names who failed, and tries it again', { tags: 'all' }, async () => {
  const program = chromium('process.exit(1)')
  const { dialog, press, chooseOnly } = await open({ env: { PDF_CHROMIUM: program } })
  expect(dialog().queryByText(/PDF_CHROMIUM isn’t set/)).toBeNull()
  await chooseOnly(SEVER)
  await press('Download 1 PDF')
  await dialog().findByText(/Failed: the page couldn’t be printed/)
  dialog().getByText('0 done, 1 failed')
  expect(dialog().getByRole('button', { name: 'Download ZIP' }).ariaDisabled).toBe('true')
  writeFileSync(program, `#!${process.execPath}\nconst fs = require('node:fs')\n${PRINTS}\n`)
  await press('Retry: Sever Group')
  await dialog().findByText('1 done')
  await eventually(() =>
    expect(dialog().getByRole('button', { name: 'Download ZIP' }).ariaDisabled).toBeNull(),
  )
})

test('says how long the rest takes, and cancels it', { tags: 'all' }, async () => {
  const go = join(mkdtempSync(join(tmpdir(), 'callboard-monthly-go-')), 'go')
  onTestFinished(() => rmSync(dirname(go), { recursive: true }))
  // One page is printed per signal.
  const printsOne = `setInterval(() => { if (!fs.existsSync('${go}')) return; fs.rmSync('${go}'); ${PRINTS}; process.exit(0) }, 20)`
  const { dialog, press } = await open({ env: { PDF_CHROMIUM: chromium(printsOne) } })
  await press(/^Download \d+ PDFs$/)
  await dialog().findByText('0 done')
  expect(dialog().queryByText(/^about /)).toBeNull()
  writeFileSync(go, '')
  await dialog().findByText(/^about \d+ (s|min) left$/)
  await press('Cancel the rest')
  await dialog().findByText(/^1 done, \d+ cancelled$/)
  await eventually(() => expect(dialog().queryByText(/^about /)).toBeNull())
  await press('New reports')
  await dialog().findByRole('button', { name: /^Download \d+ PDFs$/ })
})

test('sends emails to the recipients of reports, and says who is skipped', { tags: 'all' }, async () => {
  const { dialog, user } = await open({
    env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'callboard@northline.example' },
  })
  await user.click(await dialog().findByRole('radio', { name: 'Send by email' }))
  await dialog().findByText(/^0 of \d+ have recipients, the others are skipped$/)
  const send = dialog().getByRole('button', { name: /^Send 0 emails/ })
  expect(send.ariaDisabled).toBe('true')
  expect(words(send)).toContain('None of these clients has recipients')
})

test('who may not export is offered no reports', { tags: 'all' }, async () => {
  await renderApp('/clients', { account: 'agency_manager', rights: ['listen'] })
  await screen.findByRole('link', { name: 'Sever Group' })
  expect(screen.queryByRole('button', { name: 'Monthly reports' })).toBeNull()
})
