import type { Page } from '@playwright/test'
import type { Obj } from '#/contract/object.ts'
import { FAULT_COOKIE, type FaultName } from '#/server/faults.ts'
import { clientNamed, clientSearch, switcher } from './support/agency.ts'
import { asked, edgeCase, findContact, openCall } from './support/calls.ts'
import { openContact, openJournal } from './support/edge-cases.ts'
import { fault } from './support/fault.ts'
import { axe, bothThemes } from './support/look.ts'
import { openPrimitives, OVERLAYS } from './support/primitives.ts'
import { button, isLong, isOfTwoVoices, openRecorded, pane } from './support/recordings.ts'
import { signIn, signInByRequest, type Who } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { test } from './support/servers/real-api.ts'
import { expect } from './support/test.ts'

/*
 * Accessibility: what axe knows of, once per page and theme, on a desk and on a phone, with what opens on it opened. A
 * page that complains on the console fails as everywhere (support/test.ts). No other test asks axe.
 */

type Step = (page: Page) => Promise<unknown>
interface Sight {
  readonly who?: Who
  readonly faults?: readonly FaultName[]
  /** What the browser writes down about the faults. */
  readonly provokes?: RegExp
  readonly only?: 'desktop' | 'phone'
  /** Opens the page, and waits until it is all there. */
  readonly open: Step
  /** What is opened on it then, one after another; axe looks after each. */
  readonly opened?: Readonly<Record<string, Step>>
}

const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { name })).toBeVisible()
const at =
  (address: string, ready: string | RegExp): Step =>
  async (page) => {
    await page.goto(address)
    await heading(page, ready)
  }
const firstLink = (page: Page, name: string) =>
  expect(table(page, name).locator.getByRole('link').first()).toBeVisible()
const journal =
  (query: string): Step =>
  async (page) => {
    await page.goto(`/calls${query}`)
    await firstLink(page, 'Contacts')
  }
const press =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('button', { name }).first().click()
const close: Step = (page) => page.keyboard.press('Escape')
const dialog = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('dialog', { name, exact: true })).toBeVisible()
const objectsOf = async (page: Page) => (await asked<{ objs: Obj[] }>(page, '/objs/')).objs
const openObject = async (page: Page, test: (object: Obj) => unknown) => {
  const { oid } = (await objectsOf(page)).find(test)!
  await page.goto(`/objects/${oid}`)
  await expect(page.getByRole('region', { name: 'Custom statuses' })).toBeVisible()
}
const overview =
  (query = ''): Step =>
  async (page) => {
    await page.goto(`/overview${query}`)
    await expect(
      page.getByRole('region', { name: 'Sources', exact: true }).getByRole('rowheader').first(),
    ).toBeVisible()
    // On a phone there is no room to say it.
    await expect(page.getByText(/^All [\d,]+ contacts? loaded/)).toBeAttached()
  }

const SIGHTS: Readonly<Record<string, Sight>> = {
  'sign-in': { open: at('/sign-in', 'Sign in') },
  'no such page': { who: 'small', open: at('/no/such/page', 'There is no such page') },

  clients: {
    who: 'manager',
    open: async (page) => {
      await page.goto(`/clients?client=${await clientNamed(page, 'Sever Group')}`)
      await firstLink(page, 'Clients')
    },
    opened: {
      'a row': press('More about Orlov Legal'),
      'the switcher, searched in': async (page) => {
        await switcher(page, 'Sever Group').click()
        await clientSearch(page).fill('stoma')
        await expect(page.getByRole('option', { name: /Stoma Plus/ })).toBeVisible()
      },
      nothing: async (page) => {
        await close(page)
        await close(page)
        await page.getByRole('main').getByRole('searchbox').first().fill('nobody at all')
        await heading(page, /nobody at all/)
      },
    },
  },
  'agency settings, refused': {
    who: 'manager',
    faults: ['agency-save-refused'],
    provokes: /status of 400/,
    only: 'desktop',
    open: async (page) => {
      await page.goto('/clients')
      const region = page.getByRole('region', { name: 'Agency settings' })
      await region.getByLabel('Domain').fill('taken.example')
      await region.getByRole('button', { name: 'Save changes' }).click()
      await expect(region.getByRole('alert').first()).toBeVisible()
    },
    opened: {
      'asked before leaving': async (page) => {
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Journal' }).click()
        await dialog(page, 'Leave without saving?')
      },
    },
  },
  'agency settings, kept otherwise': {
    who: 'manager',
    faults: ['agency-save-lies'],
    only: 'desktop',
    open: async (page) => {
      await page.goto('/clients')
      const region = page.getByRole('region', { name: 'Agency settings' })
      await region.getByLabel('Domain').fill('new.example')
      await region.getByRole('button', { name: 'Save changes' }).click()
      await expect(region.getByRole('alert')).toContainText('The service kept other settings than you saved')
    },
  },
  'no client chosen': { who: 'manager', open: at('/calls', 'Choose a client first') },
  'a client of others': {
    who: 'manager',
    provokes: /status of 403/,
    open: at('/objects?client=999999', 'You do not have access to this client'),
  },
  'clients, to a marketer': { who: 'small', open: at('/clients', 'Only agency managers have clients') },

  objects: {
    who: 'marketer',
    open: async (page) => {
      await page.goto('/objects')
      await expect(page.locator('a[data-to="object"]').first()).toBeVisible()
    },
    opened: {
      'a receipt': async (page) => {
        await page
          .getByRole('button', { name: /^Runway .+ days/ })
          .first()
          .click()
        await dialog(page, 'Receipt')
      },
    },
  },
  'no objects': { who: 'empty', open: at('/objects', /No objects/) },
  'objects, failed': {
    who: 'small',
    faults: ['objects-500'],
    provokes: /status of 500/,
    open: async (page) => {
      await page.goto('/objects?status=3')
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    },
  },
  'an object': {
    who: 'client',
    open: (page) => openObject(page, ({ is_tracking: isTracking }) => isTracking),
    opened: {
      'the script, changed': async (page) => {
        const region = page.getByRole('region', { name: 'Tracking script' })
        await region.getByRole('checkbox').first().click()
        await expect(region.getByText('1 change not saved')).toBeVisible()
      },
      'the preview': async (page) => {
        await page.getByRole('button', { name: 'Show preview' }).click()
        await expect(page.locator('iframe')).toBeVisible()
      },
    },
  },
  'an object, the script not saved': {
    who: 'client',
    faults: ['script-config-refused'],
    provokes: /status of 400/,
    only: 'desktop',
    open: async (page) => {
      await openObject(page, ({ is_tracking: isTracking }) => isTracking)
      const region = page.getByRole('region', { name: 'Tracking script' })
      await region.getByRole('checkbox').first().click()
      await region.getByRole('button', { name: 'Save changes' }).click()
      await expect(region.getByRole('alert').first()).toBeVisible()
    },
    opened: {
      'asked before leaving': async (page) => {
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Journal' }).click()
        await expect(page.locator('dialog[open]')).toBeVisible()
      },
    },
  },
  'an object of edge cases': {
    who: 'edge',
    provokes: /payment\/plans/,
    open: (page) => openObject(page, ({ title }) => title.includes('<')),
  },
  'no such object': {
    who: 'small',
    provokes: /status of 404/,
    open: at('/objects/nowhere', 'There is no such object'),
  },
  'an object, failed': {
    who: 'small',
    faults: ['object-500'],
    provokes: /status of 500/,
    open: async (page) => {
      const [object] = await objectsOf(page)
      await at(`/objects/${object!.oid}`, 'Could not load this page')(page)
    },
  },

  journal: {
    who: 'marketer',
    only: 'desktop',
    open: journal('?period=year&status_filter=ANSWER'),
    opened: {
      'a filter': async (page) => {
        await page
          .getByRole('region', { name: 'Filters' })
          .getByRole('button', { name: 'Duration', exact: true })
          .click()
        await expect(page.getByRole('combobox', { name: 'Duration' })).toBeFocused()
      },
      'the sources': async (page) => {
        await close(page)
        await page
          .getByRole('region', { name: 'Filters' })
          .getByRole('button', { name: 'Source', exact: true })
          .click()
        await expect(page.getByRole('option').first()).toBeVisible()
      },
      'the calendar': async (page) => {
        await close(page)
        await page
          .getByRole('region', { name: 'Filters' })
          .getByRole('button', { name: /^Period / })
          .click()
        await expect(page.getByRole('grid')).toHaveCount(2)
      },
      'the columns': async (page) => {
        await close(page)
        await page.getByRole('button', { name: /^Columns/ }).click()
        await expect(page.getByRole('checkbox', { name: 'Region', exact: true })).toBeVisible()
      },
      'a view to save': async (page) => {
        await close(page)
        await page.getByRole('button', { name: 'Save view', exact: true }).click()
        await dialog(page, 'Save view')
      },
      'a view’s menu': async (page) => {
        await close(page)
        await page
          .getByRole('button', { name: /^View .+: actions$/ })
          .first()
          .click()
        await expect(page.getByRole('menuitem').first()).toBeVisible()
      },
      'the export': async (page) => {
        await close(page)
        await page.getByRole('button', { name: 'Export', exact: true }).click()
        await dialog(page, 'Export')
      },
      'the export, done': async (page) => {
        await page.getByRole('button', { name: 'Start export' }).click()
        await expect(page.getByRole('button', { name: 'Export again' })).toBeVisible()
      },
    },
  },
  'journal on a phone': {
    who: 'marketer',
    only: 'phone',
    open: journal('?period=year'),
    opened: {
      'the filters': async (page) => {
        await page.getByRole('button', { name: /^Filters/ }).click()
        await dialog(page, 'Filters')
      },
      'the calendar': async (page) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Custom' }).click()
        await expect(page.getByRole('grid')).toHaveCount(1)
      },
    },
  },
  'journal, with a recording': {
    who: 'marketer',
    open: journal('?period=year&status_filter=ANSWER&duration_filter=gt30s'),
    opened: {
      playing: async (page) => {
        await page.getByRole('button', { name: 'Listen through' }).click()
        await expect(
          page.getByRole('region', { name: 'Listen through' }).getByRole('button', { name: 'Pause' }),
        ).toBeVisible()
      },
    },
  },
  'journal, failed': {
    who: 'marketer',
    faults: ['calls-500'],
    provokes: /status of 500/,
    open: at('/calls?period=week', 'Could not load the contacts'),
  },
  'journal, some records unreadable': {
    who: 'marketer',
    faults: ['calls-unreadable-record'],
    open: async (page) => {
      await journal('?period=year')(page)
      await expect(page.getByText('One record could not be read').first()).toBeVisible()
    },
  },
  'journal, some rows missing': {
    who: 'marketer',
    faults: ['calls-page-3-fails'],
    provokes: /status of 50\d/,
    only: 'desktop',
    open: async (page) => {
      await journal('?period=all')(page)
      await page
        .getByRole('table', { name: 'Contacts' })
        .locator('xpath=..')
        .evaluate((box) => box.scrollTo({ top: 1000 }))
      await expect(page.getByText('These rows did not come').first()).toBeVisible()
    },
  },
  'journal of edge cases': { who: 'edge', open: (page) => openJournal(page) },

  'a contact': {
    who: 'client',
    open: (page) => openRecorded(page, isOfTwoVoices),
    opened: {
      playing: async (page) => {
        await button(page, 'Play').click()
        await expect(button(page, 'Pause')).toBeVisible()
      },
      'in forced colours': (page) => page.emulateMedia({ forcedColors: 'active' }),
    },
  },
  'a contact, panes failed': {
    who: 'marketer',
    faults: [],
    provokes: /status of 500/,
    only: 'desktop',
    open: async (page) => {
      const [object] = await objectsOf(page)
      const call = await findContact(page, object!.alias, ({ phone_number_from: number }) => number)
      await fault(page.context(), 'calls-500')
      await openCall(page, call)
      await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
    },
  },
  'a contact, no recording': {
    who: 'marketer',
    faults: ['recording-html'],
    provokes: /status of (409|502)/,
    open: async (page) => {
      await openRecorded(page, isLong)
      await expect(pane(page)).toContainText('not with a sound recording')
    },
  },
  'a contact, the recording elsewhere': {
    who: 'marketer',
    faults: ['recording-elsewhere'],
    provokes: /status of 404/,
    only: 'desktop',
    open: async (page) => {
      await openRecorded(page, isLong)
      await expect(pane(page).getByRole('link', { name: 'Open it at records.example' })).toBeVisible()
    },
  },
  ...Object.fromEntries(
    ['All fields HTML', 'Direction left open', 'Odd comments'].map((name) => [
      `a contact: ${name}`,
      {
        who: 'edge',
        only: 'desktop',
        open: async (page) => openContact(page, await openJournal(page), edgeCase(name)),
      } satisfies Sight,
    ]),
  ),

  overview: {
    who: 'marketer',
    open: overview(),
    opened: {
      'the campaigns of a source': press(/^Campaigns of /),
      'a receipt': async (page) => {
        await page
          .getByRole('button', { name: /^Contacts [\d,]+$/ })
          .first()
          .click()
        await dialog(page, 'Receipt')
      },
      'the period': async (page) => {
        await close(page)
        await page
          .getByRole('button', { name: /^Period/ })
          .first()
          .click()
        await expect(page.locator(':popover-open, dialog[open]').first()).toBeVisible()
      },
      tools: async (page) => {
        await close(page)
        for (const name of ['Minus phrases', 'UTM cleaner', 'Won statuses', 'Shift finder']) {
          await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
          await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
        }
      },
      'who did not get through': async (page) => {
        await page
          .getByRole('region', { name: 'Did not get through', exact: true })
          .getByRole('button', { name: /^All \d+$/ })
          .click()
        await dialog(page, /^Did not get through/)
      },
    },
  },
  'overview, spend': {
    who: 'client',
    open: overview(),
    opened: {
      entered: async (page) => {
        await page
          .getByRole('region', { name: 'Sources', exact: true })
          .getByRole('button', { name: 'Spend', exact: true })
          .click()
        await dialog(page, 'Spend')
      },
      pasted: (page) =>
        page
          .getByRole('textbox', { name: 'Cells copied from a sheet' })
          .fill('Maps\tAutumn\t2026-10\tnone\nMaps\tAutumn\t2026-10\t200'),
    },
  },
  'overview, failed': {
    who: 'marketer',
    faults: ['calls-500'],
    provokes: /status of 500/,
    open: at('/overview', 'Could not load the contacts'),
  },
  'overview of edge cases': { who: 'edge', open: overview() },
  report: {
    who: 'client',
    open: async (page) => {
      await page.goto('/overview/report')
      await expect(page.getByRole('button', { name: 'Print' })).not.toHaveAttribute('aria-disabled')
    },
  },

  'the page of primitives': { open: openPrimitives },
  ...Object.fromEntries(
    Object.entries(OVERLAYS).map(([name, open]) => [
      `primitives: ${name}`,
      {
        only: 'desktop',
        open: async (page) => {
          await openPrimitives(page)
          await open(page)
        },
      } satisfies Sight,
    ]),
  ),
}

const look = (page: Page) => bothThemes(page, (theme) => axe(page, theme === 'light' ? 'all' : 'colours'))

for (const [name, { who, faults = [], provokes, only, open, opened = {} }] of Object.entries(SIGHTS))
  // Each project leaves out what is the other's (playwright.config.ts).
  test(name, { tag: only ? `@${only}` : [] }, async ({ page, context, allowConsole }) => {
    if (provokes) allowConsole(provokes)
    if (who) await signInByRequest(page, who)
    if (faults.length > 0) await fault(context, ...faults)
    for (const [step, work] of Object.entries({ [name]: open, ...opened }))
      await test.step(step, async () => {
        await work(page)
        await look(page)
      })
  })

test.describe('behind a server of their own, for what is pinned belongs to the account', () => {
  test.use({ env: { FAULTS: '1' } })

  test('clients: pinned, looked over, checked and loaded, one of them failing', async ({
    page,
    context,
    second,
    allowConsole,
  }) => {
    allowConsole(/status of 500/)
    await page.goto(`${second.origin}/sign-in`)
    await signIn(page, 'manager')
    for (const company of ['Sever Group', 'Motor Servis'])
      await page.getByRole('button', { name: `Pin ${company}`, exact: true }).click()
    const wall = page.getByRole('region', { name: 'Silence wall', exact: true })
    await expect(wall.getByText('Only the clients you have pinned.')).toBeVisible()

    const board = page.getByRole('region', { name: 'Runway', exact: true })
    await board.getByRole('button', { name: /^Look over \d+ clients?$/ }).click()
    await expect(board.getByText(/^Checked \d\d:\d\d$/)).toBeVisible()
    await context.addCookies([
      { name: FAULT_COOKIE, value: 'calls-one-client-500,objects-one-client-500', url: second.origin },
    ])
    await wall.getByRole('button', { name: /^Check \d+ clients?$/ }).click()
    await expect(wall.getByText(/^Checked \d\d:\d\d$/)).toBeVisible()
    await expect(wall.getByRole('listitem').filter({ hasText: 'Motor Servis' })).toContainText('status 500')

    const bar = page.getByRole('region', { name: 'Roll-up' })
    await bar.getByRole('button', { name: /^Columns/ }).click()
    // By key: what a choice costs is said in the bar, which may grow by a line under the pointer.
    await page.getByRole('checkbox', { name: 'Missed rate' }).press('Space')
    await page.keyboard.press('Escape')
    await bar.getByRole('button', { name: 'Load figures' }).click()
    await expect(bar.getByText(/^23 of 24 clients loaded$/).first()).toBeVisible()
    await look(page)

    await board.getByRole('listitem').getByRole('button').first().click()
    await dialog(page, 'Receipt')
    await look(page)
    await close(page)

    await bar.getByRole('button', { name: 'Side by side' }).click()
    await expect(page.getByRole('dialog').getByRole('img', { name: /^Contacts, / })).toBeVisible()
    await look(page)
  })
})
