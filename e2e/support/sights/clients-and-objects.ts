import { clientNamed, clientSearch, switcher } from '../agency.ts'
import { expect } from '../test.ts'
import { type Sight, heading, at, firstLink, press, close, dialog, objectsOf, openObject } from './step.ts'

/** Sign-in, clients, objects. */
export const CLIENTS_AND_OBJECTS: Readonly<Record<string, Sight>> = {
  'sign-in': { open: at('/sign-in', 'Sign in') },
  'in a portal': {
    who: 'small',
    open: async (page) => {
      await page.goto('/objects?embed=1')
      await firstLink(page, 'Objects')
    },
  },
  'the window that lets a portal in': {
    who: 'small',
    // This server lets none in, and says so to who asks for the list.
    provokes: /status of 404/,
    open: at('/embed/sign-in?portal=https://portal.example.com&challenge=x', /may not show Callboard$/),
  },
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
  'what one can go to': {
    who: 'manager',
    open: async (page) => {
      await page.goto(`/objects?client=${await clientNamed(page, 'Sever Group')}`)
      await firstLink(page, 'Objects')
    },
    opened: {
      'before anything is typed': async (page) => {
        await page.keyboard.press('Control+k')
        await dialog(page, 'Go to')
      },
      'objects found': async (page) => {
        await page.keyboard.type('dentika')
        await expect(page.getByRole('option', { name: /^Dentika/ }).first()).toBeVisible()
      },
      'a client found': async (page) => {
        await page.getByRole('combobox', { name: 'Go to' }).fill('stoma')
        await expect(page.getByRole('option', { name: /^Stoma Plus/ })).toBeVisible()
      },
    },
  },
  'audit log': {
    who: 'manager',
    open: async (page) => {
      await page.goto('/audit')
      await expect(page.getByRole('table', { name: 'Audit log' })).toBeVisible()
    },
    opened: { 'the formats of its file': press('Export') },
  },
  'API console': {
    who: 'client',
    faults: ['calls-drift'],
    open: async (page) => {
      await page.goto('/console?endpoint=all_calls')
      await page.getByRole('button', { name: 'Send request' }).click()
      await expect(page.getByRole('table', { name: 'Contract check' })).toBeVisible()
    },
    opened: {
      'where answers differ': async (page) => {
        await page.getByRole('link', { name: /^API changes/ }).click()
        await heading(page, 'API changes')
      },
      'a write': async (page) => {
        await page.goto('/console?endpoint=script_config')
        await page.getByLabel(/^Object/).fill('a1b2c3')
        await page.getByLabel(/^Tracking options/).fill('{"utm":"3"}')
        await page.getByRole('button', { name: 'Send request' }).click()
        await dialog(page, 'Send a request that changes data?')
      },
    },
  },
  'data health': {
    who: 'edge',
    open: async (page) => {
      await page.goto('/health')
      await expect(page.getByRole('list', { name: 'Issues' })).toBeVisible()
      await expect(page.getByText('Checking', { exact: true })).toHaveCount(0)
    },
  },
  alerts: {
    who: 'marketer',
    open: async (page) => {
      await page.goto('/alerts')
      await expect(page.getByText('No alerts yet')).toBeVisible()
    },
    opened: {
      'a new one': async (page) => {
        await page.getByRole('button', { name: 'New alert' }).click()
        await expect(page.getByRole('heading', { name: 'The email' })).toBeVisible()
      },
      'a new report, for nobody': async (page) => {
        await close(page)
        await page.getByRole('button', { name: 'New report' }).click()
        const form = page.getByRole('dialog', { name: 'New report' })
        await form.getByRole('combobox', { name: 'How often' }).selectOption('Monthly')
        await form.getByRole('textbox', { name: 'To' }).fill('nobody')
        await form.getByRole('button', { name: 'Create report' }).click()
        await expect(form.getByText('“nobody” is no address')).toBeVisible()
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
          .getByRole('button', { name: /^Lasts until .+ days/ })
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
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
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
}
