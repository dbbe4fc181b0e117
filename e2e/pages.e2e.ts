import type { Page } from '@playwright/test'
import { isQuickSuite } from '../src/test/suite.ts'
import { fault, faultAt } from './support/fault.ts'
import { axe, eachTheme } from './support/look.ts'
import { openPrimitives, OVERLAYS } from './support/primitives.ts'
import { test } from './support/servers/real-api.ts'
import { signIn, signInByRequest, signInUnread } from './support/sign-in.ts'
import { expect } from './support/test.ts'
import { type Sight, dialog, heading } from './support/sights/step.ts'
import { CLIENTS_AND_OBJECTS } from './support/sights/clients-and-objects.ts'
import { JOURNAL_AND_OVERVIEW } from './support/sights/journal-and-overview.ts'

/*
 * axe for each page and theme, desk and phone, with overlays. Error states and Russian names are checked in
 * component tests (src/test/screens/axe.ts).
 */

const SIGHTS: Readonly<Record<string, Sight>> = {
  ...CLIENTS_AND_OBJECTS,
  ...JOURNAL_AND_OVERVIEW,
  'the page of primitives': { isGallery: true, open: openPrimitives },
  ...Object.fromEntries(
    Object.entries(OVERLAYS).map(([name, open]) => [
      `primitives: ${name}`,
      {
        only: 'desktop',
        isGallery: true,
        open: async (page) => {
          await openPrimitives(page)
          await open(page)
        },
      } satisfies Sight,
    ]),
  ),
}

const JOURNEYS = new Set([
  'sign-in',
  'clients',
  'alerts',
  'audit log',
  'API console',
  'data health',
  'objects',
  'an object',
  'journal',
  'a contact',
  'overview',
  'report',
])

/** The page, or only its overlay. */
const look = (page: Page, over = false) =>
  eachTheme(page, (theme) => axe(page, { over, rules: theme === 'light' ? 'all' : 'colours' }))

/** Nothing overflows a narrow window. */
const keepsToNarrowWindow = async (page: Page) => {
  const size = page.viewportSize()!
  if (size.width <= 760) return
  await page.setViewportSize({ ...size, width: 820 })
  await expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    )
    .toBe(0)
  await page.setViewportSize(size)
}

for (const [
  name,
  { who, faults = [], provokes, only, isGallery, isKnown, open, opened = {} },
] of Object.entries(SIGHTS))
  // Projects exclude each other's files (playwright.config.ts).
  test(
    name,
    { tag: [...(only ? [`@${only}`] : []), ...(JOURNEYS.has(name) ? ['@journey'] : [])] },
    async ({ page, context, allowConsole }) => {
      if (provokes) allowConsole(provokes)
      if (who) await signInByRequest(page, who)
      if (faults.length > 0) await fault(context, ...faults)
      await open(page)
      if (!isKnown) {
        await look(page)
        if (!isGallery) await keepsToNarrowWindow(page)
      }
      for (const [step, work] of Object.entries(isQuickSuite ? {} : opened))
        await test.step(step, async () => {
          await work(page)
          await look(page, true)
        })
    },
  )

test.describe('behind a server that keeps what it reads', () => {
  test.use({ env: { ARCHIVE: 'disk' } })

  test('settings', { tag: '@journey' }, async ({ page, second }) => {
    await page.goto(`${second.origin}/sign-in`)
    await signIn(page, 'client')
    await page.goto(`${second.origin}/overview`)
    await expect(page.getByText(/^As of /).first()).toBeVisible()
    await page.goto(`${second.origin}/settings`)
    await expect(
      page.getByRole('region', { name: 'Data kept in Callboard' }).getByRole('table'),
    ).toBeVisible()
    await look(page)
    await keepsToNarrowWindow(page)
    await page.getByRole('button', { name: /^Forget what is kept of / }).click()
    await dialog(page, /^Forget what is kept of /)
    await look(page, true)
  })
})

test('overview, failed, of whose contacts none is stored', async ({
  page,
  context,
  second,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  await signInUnread(page, second.origin, 'marketer')
  await faultAt(second.origin, context, 'calls-500')
  await page.goto(`${second.origin}/overview`)
  await heading(page, 'Could not load the contacts')
  await look(page)
  await keepsToNarrowWindow(page)
})

test('call back', { tag: '@journey' }, async ({ page }) => {
  await signInByRequest(page, 'marketer')
  await page.goto('/call-back')
  const more = page.getByRole('button', { name: /^More:/ }).first()
  await expect(more).toBeVisible()
  await expect(page.getByRole('link', { name: /^Missed callers/ }).filter({ hasText: /\d/ })).toBeVisible()
  await look(page)
  await keepsToNarrowWindow(page)
  await more.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await look(page, true)
})

test.describe('behind a server of their own, for what is pinned belongs to the account', () => {
  test.use({ env: { FAULTS: '1' } })

  const pinned = async (page: Page, origin: string) => {
    await page.goto(`${origin}/sign-in`)
    await signIn(page, 'manager')
    for (const company of ['Sever Group', 'Motor Servis'])
      await page.getByRole('button', { name: `Pin ${company}`, exact: true }).click()
  }

  test('clients: what needs attention, one of them failing', async ({
    page,
    context,
    second,
    allowConsole,
  }) => {
    allowConsole(/status of 500/)
    await faultAt(second.origin, context, 'calls-one-client-500', 'objects-one-client-500')
    await pinned(page, second.origin)
    const attention = page.getByRole('region', { name: 'Needs attention' })
    await expect(attention.getByRole('listitem').filter({ hasText: 'Motor Servis' })).toContainText(
      'Not read yet: The service failed.',
    )
    await look(page)

    await attention
      .getByRole('button', { name: /^Mark as seen/ })
      .first()
      .click()
    await attention.getByRole('button', { name: '1 seen' }).click()
    await look(page, true)
  })

  test('clients: pinned and loaded, one of them failing', async ({ page, context, second, allowConsole }) => {
    allowConsole(/status of 500/)
    await faultAt(second.origin, context, 'calls-one-client-500')
    await pinned(page, second.origin)
    const bar = page.getByRole('region', { name: 'Client comparison' })
    await expect(bar.getByText(/^22 of 23 clients loaded$/).first()).toBeVisible()
    await look(page)

    await bar.getByRole('button', { name: 'Compare', exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('img', { name: /^Contacts, / })).toBeVisible()
    await look(page, true)
  })
})
