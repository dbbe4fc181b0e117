import { fault } from './support/fault.ts'
import { axe, bothThemes } from './support/look.ts'
import { openEditor } from './support/script-config.ts'
import { signInByRequest } from './support/sign-in.ts'
import { survives } from './support/survives.ts'
import { expect, test } from './support/test.ts'

/** The rest of the page is looked at once, in the first test: on all of it axe takes seconds. */
const EDITOR = 'main form'

test.beforeEach(async ({ page, allowConsole }) => {
  // A tariff that is no longer on the price list is a 404 (API document 4.5).
  allowConsole(/payment\/plans/)
  await signInByRequest(page, 'marketer')
})

test('options have words and code names, and say what they were', async ({ page }) => {
  await signInByRequest(page, 'small')
  const editor = await openEditor(page, 'smilestudio-ru-kids', 'last_source', 'type_in', 'referrer')
  const { region, option, line, button } = editor
  for (const name of [
    'Last source last_source',
    'Type-in type_in',
    'Referrer referrer',
    'UTM tags utm',
    'Block ID block_id',
    'Tag manager gtm',
  ])
    await expect(region.getByRole('checkbox', { name, exact: true })).toHaveAccessibleDescription(/\w/)
  await expect(button('Save changes')).toBeDisabled()
  await expect(button('Save changes')).toHaveAccessibleDescription('Nothing has changed yet')

  await option('referrer').uncheck()
  await option('utm').check()
  await expect(region.getByText('2 changes not saved')).toBeVisible()
  await expect(line('referrer')).toContainText('was on')
  await expect(line('utm')).toContainText('was off')
  await expect(line('gtm')).not.toContainText('was')
  await bothThemes(page, () => axe(page))
  await button('Discard').click()
  expect(await editor.on()).toEqual(['last_source', 'type_in', 'referrer'])
  await expect(button('Save changes')).toBeFocused()
  expect(editor.sent).toEqual([])
})

test('exactly the chosen options are saved, stay after a reload, and are undone', async ({ page }) => {
  const editor = await openEditor(page, 'pravo-domograd-ru', 'last_source', 'type_in', 'referrer')
  const { region, option, button, sent } = editor
  await option('referrer').uncheck()
  await option('utm').check()
  await button('Save changes').click()
  await expect(region.getByText('Saved', { exact: true })).toBeVisible()
  expect(sent).toEqual(['{"script_config":{"last_source":"0","type_in":"1","utm":"3"}}'])
  await expect(button('Save changes')).toBeDisabled()
  await page.reload()
  await expect(option('utm')).toBeChecked()
  expect(await editor.on()).toEqual(['last_source', 'type_in', 'utm'])
  await expect(button('Undo')).toBeHidden()

  await option('type_in').uncheck()
  await option('last_source').uncheck()
  await option('utm').uncheck()
  await button('Save changes').click()
  await expect(button('Undo')).toBeVisible()
  await button('Undo').click()
  await expect(region.getByText('The options are as they were')).toBeVisible()
  expect(sent.slice(1)).toEqual([
    '{"script_config":{}}',
    '{"script_config":{"last_source":"0","type_in":"1","utm":"3"}}',
  ])
  expect(await editor.on()).toEqual(['last_source', 'type_in', 'utm'])
})

test('what fails keeps the edits and says why', async ({ page, context, allowConsole }) => {
  allowConsole(/status of (400|403|500)/)
  const editor = await openEditor(page, 'domograd-example-berlin', 'last_source')
  const { region, option, button } = editor
  await option('utm').check()
  const failsWith = async (text: string) => {
    await button('Save changes').click()
    await expect(region.getByRole('alert')).toContainText(text)
    expect(await editor.on()).toEqual(['last_source', 'utm'])
    await expect(region.getByText('1 change not saved')).toBeVisible()
  }
  await fault(context, 'script-config-500')
  await failsWith('The service failed with status 500')
  await axe(page, EDITOR)
  await fault(context, 'script-config-403')
  await failsWith('Not saved')

  await fault(context, 'script-config-refused')
  await failsWith('counter: is missing')
  await expect(option('utm')).toHaveAccessibleDescription(/is part of another plan/)
  await expect(region.getByRole('alert')).not.toContainText('another plan')
  await bothThemes(page, () => axe(page, EDITOR))
  await option('utm').uncheck()
  await expect(option('utm')).not.toHaveAccessibleDescription(/another plan/)
  await option('utm').check()

  const before = editor.sent.length
  await fault(context, 'object-500')
  await failsWith('Nothing was sent')
  await fault(context)
  await context.setOffline(true)
  allowConsole(/ERR_INTERNET_DISCONNECTED/)
  await failsWith('You are offline')
  await context.setOffline(false)
  expect(editor.sent).toHaveLength(before)
  await button('Discard').click()
  await expect(region.getByRole('alert')).toBeHidden()
  expect(await editor.on()).toEqual(['last_source'])
})

test('a service that keeps something else is found out', async ({ page, context }) => {
  const editor = await openEditor(page, 'ural-domograd-ru', 'utm')
  const { region, option, button } = editor
  await fault(context, 'script-config-lies')
  await option('gtm').check()
  await button('Save changes').click()
  await expect(region.getByText('The service kept other options than you saved')).toBeVisible()
  const row = (name: string) => region.getByRole('row', { name })
  await expect(row('UTM tags utm').getByRole('cell')).toHaveText(['UTM tags utmDiffers', 'Off', 'On'])
  await expect(row('Tag manager gtm').getByRole('cell')).toHaveText(['Tag manager gtm', 'On', 'On'])
  await bothThemes(page, () => axe(page, EDITOR))
  // What I saved is still there, on top of what the service has.
  expect(await editor.on()).toEqual(['utm', 'gtm'])
  await expect(region.getByText('1 change not saved')).toBeVisible()
  await fault(context)
  await button('Save changes').click()
  await expect(region.getByText('Saved', { exact: true })).toBeVisible()
  expect(editor.sent.at(-1)).toBe('{"script_config":{"utm":"3","gtm":"5"}}')
})

test('a lost answer is not called a failure, and a check tells', async ({ page, context, allowConsole }) => {
  allowConsole(/status of 504/)
  const { region, option, button, sent } = await openEditor(page, 'pereezd-domograd-ru', 'last_source')
  await fault(context, 'script-config-lost')
  await option('utm').check()
  await button('Save changes').click()
  await expect(region.getByRole('alert')).toContainText('We don’t know if this was saved')
  await axe(page, EDITOR)
  await button('Check').click()
  await expect(region.getByText('Saved', { exact: true })).toBeVisible()
  await fault(context)
  await button('Undo').click()
  await expect(region.getByText('The options are as they were')).toBeVisible()
  expect(sent.at(-1)).toBe('{"script_config":{"last_source":"0"}}')
})

test('saved, but not read again', async ({ page, context, allowConsole }) => {
  allowConsole(/status of 500/)
  const { region, option, button } = await openEditor(page, 'okna-domograd-ru', 'last_source')
  await option('utm').check()
  await fault(context, 'script-config-slow')
  const posted = page.waitForRequest(/script_config$/)
  await button('Save changes').click()
  await posted
  await expect(button('Save changes')).toHaveAttribute('aria-busy', 'true')
  await expect(option('utm')).toBeDisabled()
  await fault(context, 'object-500')
  await expect(region.getByRole('alert')).toContainText('Saved, but not checked')
  await expect(option('utm')).toBeChecked()
  await expect(region.getByText('not saved')).toBeHidden()
  await fault(context)
  await button('Check').click()
  await expect(region.getByText('Saved', { exact: true })).toBeVisible()
  await expect(region.getByRole('alert')).toBeHidden()
})

test('a change made elsewhere meanwhile is shown beside mine, and I choose', async ({ page }) => {
  const editor = await openEditor(page, 'dom-domograd-ru', 'last_source', 'type_in')
  const { region, option, button, sent, setElsewhere } = editor
  const card = region.getByRole('region', { name: 'These options have changed meanwhile' })
  await option('utm').check()
  await setElsewhere('gtm', 'type_in')
  await button('Save changes').click()
  await expect(card).toBeFocused()
  expect(sent).toEqual([])
  const row = (name: string) => card.getByRole('row', { name })
  await expect(row('Last source last_source').getByRole('cell')).toHaveText([/Differs/, 'Off', 'On'])
  await expect(row('Type-in type_in').getByRole('cell')).toHaveText([/type_in$/, 'On', 'On'])
  await expect(row('Tag manager gtm').getByRole('cell')).toHaveText([/Differs/, 'On', 'Off'])
  await bothThemes(page, () => axe(page, EDITOR))
  await button('Take theirs').click()
  await expect(card).toBeHidden()
  expect(await editor.on()).toEqual(['type_in', 'gtm'])
  expect(sent).toEqual([])
  await expect(button('Save changes')).toBeFocused()

  await option('utm').check()
  await setElsewhere('block_id')
  await button('Save changes').click()
  await button('Keep mine').click()
  await expect(region.getByText('Saved', { exact: true })).toBeVisible()
  expect(sent).toEqual(['{"script_config":{"type_in":"1","utm":"3","gtm":"5"}}'])
  // An undo goes back to what was there before it, theirs.
  await setElsewhere('referrer')
  await button('Undo').click()
  await expect(card).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('a double click saves once', async ({ page, context }) => {
  const { region, option, button, sent } = await openEditor(page, 'mebel-domograd-ru', 'utm')
  await option('gtm').check()
  await button('Save changes').evaluate((element: HTMLButtonElement) => {
    element.click()
    element.click()
  })
  await expect(region.getByText('Saved', { exact: true })).toBeVisible()
  await option('gtm').uncheck()
  await fault(context, 'script-config-slow')
  await button('Save changes').dblclick()
  await button('Save changes').press('Enter')
  await option('block_id').press('Space')
  await expect(region.getByText('Saved', { exact: true })).toBeVisible()
  expect(sent).toEqual(['{"script_config":{"utm":"3","gtm":"5"}}', '{"script_config":{"utm":"3"}}'])
  await expect(option('block_id')).not.toBeChecked()
})

test('options of no readable shape are the documented six', async ({ page }) => {
  await signInByRequest(page, 'edge')
  const { region, on, option, button, sent } = await openEditor(page, 'edge-cases', 'last_source')
  await expect(region.getByRole('checkbox')).toHaveCount(6)
  await option('block_id').check()
  await button('Save changes').click()
  await expect(region.getByText('Saved', { exact: true })).toBeVisible()
  expect(sent).toEqual(['{"script_config":{"last_source":"0","block_id":"4"}}'])
  expect(await on()).toEqual(['last_source', 'block_id'])
  await survives(page)
})

test('options that the document does not name are offered by their code names', async ({ page }) => {
  await signInByRequest(page, 'edge')
  const { region, option, button, sent } = await openEditor(page, 'hostile-title', 'last_source')
  await expect(region.getByRole('checkbox')).toHaveCount(8)
  await expect(region.getByRole('checkbox', { name: 'visitor_id', exact: true })).toHaveAccessibleDescription(
    'Not described in the API document',
  )
  await option('visitor_id').check()
  await survives(page)
  await axe(page, EDITOR)
  await button('Save changes').click()
  await expect(region.getByText('Saved', { exact: true })).toBeVisible()
  expect(sent).toEqual(['{"script_config":{"last_source":"0","visitor_id":"6"}}'])
})

test('an option that cannot be sent is neither dropped nor sent unasked', async ({ page, context }) => {
  await fault(context, 'script-config-unknown-option')
  const { region, option, button, sent } = await openEditor(page, 'krovlya-domograd-ru', 'last_source')
  await expect(option('legacy')).toBeChecked()
  await expect(option('legacy')).toHaveAccessibleDescription(/gives no code for it/)
  await option('utm').check()
  await expect(button('Save changes')).toBeDisabled()
  await expect(region.getByText('Cannot be sent: legacy').first()).toBeVisible()
  await axe(page, EDITOR)
  await option('legacy').uncheck()
  await button('Save changes').click()
  // The service has it on whatever is saved.
  await expect(region.getByText('The service kept other options than you saved')).toBeVisible()
  expect(sent).toEqual(['{"script_config":{"last_source":"0","utm":"3"}}'])
})
