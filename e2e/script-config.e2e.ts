import { fault } from './support/fault.ts'
import { openEditor } from './support/script-config.ts'
import { signInByRequest } from './support/sign-in.ts'
import { survives } from './support/survives.ts'
import { expect, test } from './support/test.ts'

test.beforeEach(async ({ page, allowConsole }) => {
  // A tariff that is no longer on the price list is a 404 (API document 4.5).
  allowConsole(/payment\/plans/)
  await signInByRequest(page, 'marketer')
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

test('what a save may come to has no accessibility violation', async ({ page, context, allowConsole }) => {
  allowConsole(/status of (400|504)/)
  const editor = await openEditor(page, 'domograd-example-berlin', 'last_source')
  const { region, option, button } = editor
  await option('utm').check()
  await fault(context, 'script-config-refused')
  await button('Save changes').click()
  await expect(region.getByRole('alert')).toContainText('counter: is missing')
  await fault(context, 'script-config-lost')
  await button('Save changes').click()
  await expect(region.getByRole('alert')).toContainText('We don’t know if this was saved')
  await fault(context, 'script-config-lies')
  await button('Check').click()
  await expect(region.getByText('Saved', { exact: true })).toBeVisible()
  await option('gtm').check()
  await button('Save changes').click()
  await expect(region.getByText('The service kept other options than you saved')).toBeVisible()
  await fault(context)
  await editor.setElsewhere('gtm', 'type_in')
  await button('Save changes').click()
  await expect(region.getByRole('region', { name: 'These options have changed meanwhile' })).toBeFocused()
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
  await button('Save changes').click()
  await expect(region.getByText('Saved', { exact: true })).toBeVisible()
  expect(sent).toEqual(['{"script_config":{"last_source":"0","visitor_id":"6"}}'])
})
