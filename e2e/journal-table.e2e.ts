import type { Locator, Page } from '@playwright/test'
import { asked } from './support/calls.ts'
import { fault } from './support/fault.ts'
import { signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'

const contacts = (page: Page) => table(page, 'Contacts')
const box = (page: Page) => contacts(page).locator.locator('xpath=..')
const filters = (page: Page) => page.getByRole('region', { name: 'Filters' })
const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const edge = (page: Page, name: string) =>
  page.getByRole('separator', { name: 'Column width' }).and(page.locator(`[aria-valuetext^="${name} "]`))
const currentRow = (page: Page) => contacts(page).locator.locator('tr[aria-current]')

const openJournal = async (page: Page, path = '/calls?period=all') => {
  await page.goto(path)
  await expect(contacts(page).locator.getByRole('link').first()).toBeVisible()
}
const openChooser = async (page: Page) => {
  await page.getByRole('button', { name: /^Columns \d+ of \d+$/ }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  await expect(chooser.getByRole('button', { name: 'Reset' })).toBeVisible()
  return chooser
}
/** What `work` changes has been saved when this is over; once, however long it took. */
const saving = async (page: Page, work: () => Promise<void>) => {
  let saves = 0
  const count = (request: { url: () => string; method: () => string }) => {
    if (request.url().endsWith('/api/preferences') && request.method() === 'PUT') saves += 1
  }
  page.on('request', count)
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/api/preferences') && response.request().method() === 'PUT',
  )
  await work()
  expect((await saved).status()).toBe(200)
  page.off('request', count)
  expect(saves).toBe(1)
}
const centre = async (locator: Locator) => {
  const { x, y, width, height } = (await locator.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}
const drag = async (page: Page, from: { x: number; y: number }, to: { x: number; y: number }) => {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2)
  await page.mouse.move(to.x, to.y)
  await page.mouse.up()
}

test.describe('columns', () => {
  // One account keeps them: one test at a time, and each leaves them as they come.
  test.describe.configure({ mode: 'serial' })
  test.beforeEach(({ page }) => signInByRequest(page, 'small'))
  const reset = async (page: Page) => {
    const chooser = await openChooser(page)
    await saving(page, () => chooser.getByRole('button', { name: 'Reset' }).click())
    await page.keyboard.press('Escape')
  }

  test('are chosen and put in order by button and by drag, and found again on another computer', async ({
    page,
    browser,
  }) => {
    await openJournal(page)
    const usual = await contacts(page).headers()
    expect(usual.slice(0, 4)).toEqual(['Date', 'Status', 'Caller', 'Source'])
    const chooser = await openChooser(page)
    await expect(chooser.getByRole('checkbox', { name: 'Date' })).toBeDisabled()
    await saving(page, () => chooser.getByRole('checkbox', { name: 'Page' }).uncheck())
    await expect(header(page, 'Page')).toBeHidden()
    await saving(page, () => chooser.getByRole('checkbox', { name: 'Manager' }).check())
    await expect(page.getByRole('button', { name: 'Columns 12 of 16' })).toBeVisible()

    const up = chooser.getByRole('button', { name: 'Move Caller up' })
    await up.focus()
    await saving(page, () => page.keyboard.press('Enter'))
    await expect(chooser.locator('[aria-live]')).toHaveText('Caller: 2 of 16')
    await expect(up).toBeFocused()
    expect((await contacts(page).headers()).slice(0, 3)).toEqual(['Date', 'Caller', 'Status'])

    const grip = (name: string) =>
      chooser.getByRole('listitem').filter({ hasText: name }).getByTitle('Drag to another place')
    const to = await centre(grip('Caller'))
    await saving(page, async () => drag(page, await centre(grip('Kind')), { x: to.x, y: to.y - 8 }))
    expect((await contacts(page).headers()).slice(0, 4)).toEqual(['Date', 'Kind', 'Caller', 'Status'])
    await page.keyboard.press('Escape')

    // The header itself, and a drag that is let go.
    const target = await centre(header(page, 'Kind'))
    await saving(page, async () =>
      drag(page, await centre(header(page, 'Target')), { x: target.x - 20, y: target.y }),
    )
    const order = await contacts(page).headers()
    expect(order.slice(0, 5)).toEqual(['Date', 'Target', 'Kind', 'Caller', 'Status'])
    expect(order).toHaveLength(12)

    await page.reload()
    await expect.poll(() => contacts(page).headers()).toEqual(order)
    const other = await (await browser.newContext()).newPage()
    await signInByRequest(other, 'small', { own: true })
    await openJournal(other)
    await expect.poll(() => contacts(other).headers()).toEqual(order)
    await other.context().close()

    await reset(page)
    expect(await contacts(page).headers()).toEqual(usual)
  })

  test('are as wide as they are drawn, by pointer and by keys', async ({ page }) => {
    await openJournal(page)
    const widthOf = async (name: string) => Math.round((await header(page, name).boundingBox())!.width)
    const usual = await widthOf('Page')
    const from = await centre(edge(page, 'Page'))
    await saving(page, () => drag(page, from, { x: from.x + 60, y: from.y }))
    expect(await widthOf('Page')).toBe(usual + 60)
    await expect(edge(page, 'Page')).toHaveAttribute('aria-valuenow', String(usual + 60))
    // The cells follow.
    const cell = contacts(page).locator.locator('tbody td:nth-child(5)').first()
    expect(Math.round((await cell.boundingBox())!.width)).toBe(usual + 60)

    await edge(page, 'Page').focus()
    await saving(page, () => page.keyboard.press('ArrowLeft'))
    expect(await widthOf('Page')).toBe(usual + 52)
    await page.reload()
    await expect(contacts(page).locator.getByRole('link').first()).toBeVisible()
    await expect.poll(() => widthOf('Page')).toBe(usual + 52)
    await saving(page, () => edge(page, 'Page').dblclick())
    expect(await widthOf('Page')).toBe(usual)
  })

  test('sixteen of them keep the first in sight and the rows in few boxes', async ({ page }) => {
    await openJournal(page)
    const chooser = await openChooser(page)
    for (const name of ['Custom status', 'Manager', 'Region', 'Recording'])
      await saving(page, () => chooser.getByRole('checkbox', { name, exact: true }).check())
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Columns 16 of 16' })).toBeFocused()
    expect(await contacts(page).headers()).toHaveLength(16)
    await expect(contacts(page).locator).not.toHaveAttribute('aria-colcount')
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(900)

    const first = contacts(page).locator.locator('tbody td').first()
    const before = [await header(page, 'Date').boundingBox(), await first.boundingBox()]
    await box(page).evaluate((element) => element.scrollTo({ left: 500 }))
    await expect.poll(async () => (await header(page, 'Caller').boundingBox())!.x).toBeLessThan(100)
    expect([await header(page, 'Date').boundingBox(), await first.boundingBox()]).toEqual(before)
    // Nothing shows through it.
    const { x, y } = await centre(first)
    expect(
      await page.evaluate(
        ([left, top]) => document.elementFromPoint(left!, top!)?.closest('td')?.matches(':first-child'),
        [x, y],
      ),
    ).toBe(true)
    await reset(page)
    await expect(contacts(page).locator).toHaveAttribute('aria-colcount', '16')
  })
})

test.describe('rows', () => {
  test.beforeEach(({ page }) => signInByRequest(page, 'marketer'))

  test('stand as close as the user likes, on this device', async ({ page }) => {
    await openJournal(page)
    const height = async () =>
      (await contacts(page).locator.locator('tbody tr').first().boundingBox())!.height
    expect(await height()).toBe(32)
    for (const [name, pixels] of [
      ['Relaxed', 40],
      ['Compact', 28],
    ] as const) {
      await page.getByRole('button', { name: 'Density' }).click()
      await page.getByRole('menuitemradio', { name }).click()
      await expect.poll(height).toBe(pixels)
    }
    await page.reload()
    await expect(contacts(page).locator.getByRole('link').first()).toBeVisible()
    expect(await height()).toBe(28)
  })

  test('are walked by keys, opened by Enter, and found again by Back', async ({ page }) => {
    await openJournal(page)
    await page.keyboard.press('j')
    await expect(currentRow(page)).toHaveAttribute('aria-rowindex', '2')
    await expect(currentRow(page).getByRole('link').first()).toBeFocused()
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('k')
    // The same key where the letters are Russian.
    await page.evaluate(() =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'о', code: 'KeyJ', bubbles: true, cancelable: true }),
      ),
    )
    await expect(currentRow(page)).toHaveAttribute('aria-rowindex', '4')
    await expect(currentRow(page)).toHaveCount(1)

    const link = currentRow(page).getByRole('link').first()
    const href = (await link.getAttribute('href'))!
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`${href}$`))
    await expect(page.getByRole('region', { name: 'Attribution' })).toBeVisible()
    await page.goBack()
    await expect(currentRow(page)).toHaveAttribute('aria-rowindex', '4')
    await expect(currentRow(page).getByRole('link').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(currentRow(page)).toHaveCount(0)
    await page.keyboard.press('/')
    await expect(filters(page).getByRole('button').first()).toBeFocused()
  })

  test('End is at most two requests away, and Home is here', async ({ page }) => {
    await openJournal(page)
    const total = Number(await contacts(page).locator.getAttribute('aria-rowcount')) - 1
    const asked: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/v2/calls') asked.push(request.url())
    })
    await page.keyboard.press('j')
    await page.keyboard.press('End')
    await expect(currentRow(page)).toHaveAttribute('aria-rowindex', String(total + 1))
    await expect(currentRow(page).getByRole('link').first()).toBeFocused()
    // The rows in view lie on two pages.
    expect(new Set(asked).size).toBeLessThanOrEqual(2)
    await page.keyboard.press('Home')
    await expect(currentRow(page)).toHaveAttribute('aria-rowindex', '2')
    await expect(currentRow(page).getByRole('link').first()).toBeFocused()
    await expect(page.locator('footer')).toContainText(/^Rows 1–/)
  })

  test('keys are left alone while typing, with modifiers, and in what is open over the page', async ({
    page,
  }) => {
    await openJournal(page)
    await filters(page).getByRole('button', { name: 'Caller', exact: true }).click()
    await page.getByRole('textbox', { name: 'Caller' }).pressSequentially('jk/')
    await expect(page.getByRole('textbox', { name: 'Caller' })).toHaveValue('jk/')
    await page.keyboard.press('Escape')
    await expect(currentRow(page)).toHaveCount(0)
    await page.getByRole('button', { name: /^Columns/ }).click()
    await page.keyboard.press('j')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Alt+j')
    await expect(currentRow(page)).toHaveCount(0)
  })

  test('the current one is a contact, not a place: in another order it is found where it stands', async ({
    page,
  }) => {
    // Few enough to be all in view; of which status there are depends on the hour.
    const totals = await Promise.all(
      ['CONGESTION', 'CHANUNAVAIL', 'TMP_UNAVAILABLE', 'BUSY', 'CANCEL'].map(async (status) => {
        const query = `/calls?period=all&status_filter=${status}&repeated_filter=1`
        const { meta } = await asked<{ meta: { pagination: { total_objects: number } } }>(page, query)
        return { query, total: meta.pagination.total_objects }
      }),
    )
    const few = totals.find(({ total }) => total > 3 && total < 15)
    await openJournal(page, few!.query)
    const count = Number(await contacts(page).locator.getAttribute('aria-rowcount')) - 1
    expect(count).toBeGreaterThan(3)
    expect(count).toBeLessThan(20)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    const href = (await currentRow(page).getByRole('link').first().getAttribute('href'))!
    await header(page, 'Date').getByRole('button').click()
    await expect(page).toHaveURL(/order_way=ASC/)
    // The second of them is now the last but one.
    await expect(currentRow(page)).toHaveAttribute('aria-rowindex', String(count))
    await expect(currentRow(page).getByRole('link').first()).toHaveAttribute('href', href)
  })

  test('text is selected by dragging across it, and nothing is pressed by that', async ({ page }) => {
    await openJournal(page)
    const url = page.url()
    const row = contacts(page)
      .locator.locator('tbody tr')
      .filter({ has: page.getByRole('button', { name: /^\+7 / }) })
      .first()
    const caller = row.getByRole('button', { name: /^\+7 / })
    const { x, y, width, height } = (await caller.boundingBox())!
    await drag(page, { x: x + 1, y: y + height / 2 }, { x: x + width - 1, y: y + height / 2 })
    expect(await page.evaluate(() => getSelection()?.toString().trim())).toMatch(/^\+7 \d{3} [\d-]{5,9}/)
    expect(page.url()).toBe(url)
    await expect(page.getByRole('button', { name: /^Remove filter: Caller/ })).toHaveCount(0)
  })

  test('a number is copied from beside it', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-write'])
    await openJournal(page)
    const caller = contacts(page).locator.getByRole('button', { name: /^\+7 / }).first()
    const number = (await caller.textContent())!
    await caller.hover()
    await page.getByRole('button', { name: 'Copy the number' }).click()
    await expect(page.getByText('Copied')).toBeVisible()
    // The page's policy forbids reading the clipboard: what is pasted is what was copied.
    await filters(page).getByRole('button', { name: 'Page address' }).click()
    await page.getByRole('textbox', { name: 'Page address' }).press('ControlOrMeta+v')
    await expect(page.getByRole('textbox', { name: 'Page address' })).toHaveValue(
      `+${number.replace(/\D/g, '')}`,
    )
  })

  test('open in another tab as any link, and from there lead back', async ({ page, context }) => {
    await openJournal(page)
    const opened = context.waitForEvent('page')
    await contacts(page)
      .locator.getByRole('link')
      .first()
      .click({ modifiers: ['ControlOrMeta'] })
    await expect((await opened).getByRole('region', { name: 'Call', exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/calls\?period=all$/)
  })

  test('those that did not come say so once, and are asked for again', async ({
    page,
    context,
    allowConsole,
  }) => {
    allowConsole(/status of 500/)
    await openJournal(page)
    await fault(context, 'calls-500')
    await box(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }))
    const failed = contacts(page).locator.getByText('These rows did not come')
    await expect(failed.first()).toBeVisible()
    await fault(context)
    await contacts(page).locator.getByRole('button', { name: 'Try again' }).first().click()
    await expect(contacts(page).locator.getByRole('link').first()).toBeVisible()
  })
})
