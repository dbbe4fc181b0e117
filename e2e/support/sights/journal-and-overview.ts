import { edgeCase, findContact, openCall } from '../calls.ts'
import { openContact, openJournal } from '../edge-cases.ts'
import { fault } from '../fault.ts'
import { button, isLong, isOfTwoVoices, openRecorded, pane } from '../recordings.ts'
import { expect } from '../test.ts'
import { actions, putViews, view } from '../saved-views.ts'
import { type Sight, at, journal, press, close, dialog, objectsOf, overview } from './step.ts'

/** Journal, contacts, overview, the printed report. */
export const JOURNAL_AND_OVERVIEW: Readonly<Record<string, Sight>> = {
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
        await expect(
          page.getByRole('listbox', { name: 'Duration' }).getByRole('option').first(),
        ).toBeFocused()
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
  'journal, with a saved view': {
    // An account whose views no other test looks at.
    who: 'edge',
    only: 'desktop',
    open: async (page) => {
      await putViews(page, [view('Mine', { period: 'year', status_filter: 'ANSWER' })])
      await journal('?period=year&status_filter=ANSWER')(page)
      await expect(actions(page, 'Mine')).toBeVisible()
    },
    opened: {
      'its menu': async (page) => {
        await actions(page, 'Mine').click()
        await expect(page.getByRole('menuitem').first()).toBeVisible()
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
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: /^Period / }).click()
        await expect(page.getByRole('grid')).toHaveCount(1)
      },
    },
  },
  'journal, with a recording': {
    who: 'marketer',
    open: journal('?period=year&status_filter=ANSWER&duration_filter=gt30s'),
    opened: {
      playing: async (page) => {
        await page.getByRole('button', { name: 'Play all' }).click()
        await expect(
          page.getByRole('region', { name: 'Play all' }).getByRole('button', { name: 'Pause' }),
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
      await expect(page.getByText('Couldn’t load these rows').first()).toBeVisible()
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
      await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
    },
  },
  'a contact, no recording': {
    who: 'marketer',
    faults: ['recording-html'],
    provokes: /status of (409|502)/,
    open: async (page) => {
      await openRecorded(page, isLong)
      await expect(pane(page)).toContainText('something that isn’t a recording')
    },
  },
  'a contact, the recording elsewhere': {
    who: 'marketer',
    faults: ['recording-elsewhere'],
    provokes: /status of 404/,
    only: 'desktop',
    open: async (page) => {
      await openRecorded(page, isLong)
      await expect(pane(page)).toContainText('on a server Callboard doesn’t play from')
      await expect(
        pane(page)
          .getByRole('link', { name: 'Open recording' })
          .and(page.getByTitle('Opens records.example')),
      ).toBeVisible()
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
    },
  },
  tools: {
    who: 'marketer',
    open: async (page) => {
      await page.goto('/overview/tools')
      await expect(page.getByRole('button', { name: /^Won statuses/ })).toBeVisible()
    },
    opened: {
      'each of them': async (page) => {
        for (const name of ['Negative keywords', 'UTM cleaner', 'Won statuses', 'Shift finder']) {
          await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
          await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
        }
      },
    },
  },
  changes: {
    who: 'marketer',
    open: async (page) => {
      await page.goto('/overview/changes')
      await expect(
        page
          .getByRole('table')
          .getByRole('button', { name: /^Parts of / })
          .first(),
      ).toBeVisible()
    },
    opened: {
      'the parts of a row': press(/^Parts of /),
    },
  },
  'overview, its figures': {
    who: 'marketer',
    isKnown: true,
    open: overview(),
    opened: {
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
    },
  },
  'overview of a quarter': {
    who: 'marketer',
    isKnown: true,
    // The last days may have too few callers for a list of its own, by the hour it is.
    open: overview('?period=last_quarter'),
    opened: {
      'who did not get through': async (page) => {
        await page
          .getByRole('region', { name: 'Missed callers', exact: true })
          .getByRole('button', { name: /^All \d+$/ })
          .click()
        await dialog(page, /^Missed callers/)
      },
    },
  },
  'overview, spend': {
    who: 'client',
    isKnown: true,
    open: overview(),
    opened: {
      entered: async (page) => {
        await page
          .getByRole('region', { name: 'Sources', exact: true })
          .getByRole('button', { name: 'Spend', exact: true })
          .click()
        await dialog(page, 'Spend')
      },
      pasted: async (page) => {
        await page.getByRole('button', { name: 'Paste from a sheet' }).click()
        await page
          .getByRole('textbox', { name: 'Cells copied from a sheet' })
          .fill('Maps\tAutumn\t2026-10\tnone\nMaps\tAutumn\t2026-10\t200')
      },
    },
  },
  'overview of edge cases': { who: 'edge', open: overview() },
  report: {
    who: 'client',
    open: async (page) => {
      await page.goto('/overview/report')
      await expect(page.getByRole('button', { name: 'Download PDF' })).not.toHaveAttribute('aria-disabled')
    },
  },
}
