// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SCRIPT_OPTION, type ScriptOption } from '#/contract/script-config.ts'
import type { Obj } from '#/contract/object.ts'
import type { SampleAccount } from '#/contract/session.ts'
import type { FaultName } from '#/server/faults.ts'
import { clientNamed } from '#/test/api-server.ts'
import { button, words } from '#/test/page.ts'
import { pageFaults } from '#/test/page-faults.ts'
import { goOffline, NO_NETWORK } from '#/test/faults/offline.ts'
import { eventually, renderApp, type RenderedApp } from '#/test/render-app.tsx'

/** jsdom has no layout between label and code name. */
const named = (code: string) => new RegExp(`${code}$`)

const openEditor = async (
  options: readonly ScriptOption[],
  {
    account = 'marketer',
    alias,
    faults = [],
  }: { account?: SampleAccount; alias?: string; faults?: FaultName[] } = {},
) => {
  let oid = ''
  const app = await renderApp('/sign-in', {
    account,
    faults,
    before: async (api) => {
      const { objs } = await api.get<{ objs: Obj[] }>('/api/v2/objs/')
      oid = objs.find((one) => (alias === undefined ? one.is_tracking : one.alias === alias))!.oid
      await api.write('POST', `/api/v2/objs/${oid}/script_config`, codes(options))
    },
  })
  app.open(`/objects/${oid}`)
  return editorOf(app, oid)
}

const codes = (on: readonly ScriptOption[]) => ({
  script_config: Object.fromEntries(on.map((one) => [one, String(SCRIPT_OPTION[one])])),
})

const editorOf = async (app: RenderedApp, oid: string) => {
  const region = await screen.findByRole('region', { name: 'Tracking script' })
  await within(region).findAllByRole('checkbox')
  const inside = within(region)
  const option = (code: string) => inside.getByRole<HTMLInputElement>('checkbox', { name: named(code) })
  return {
    app,
    oid,
    inside,
    option,
    toggle: (code: string) => app.user.click(option(code)),
    described: (code: string, description: RegExp) =>
      inside.queryByRole('checkbox', { name: named(code), description }) !== null,
    line: (code: string) => words(option(code).closest('li')),
    button: (name: string) => inside.getByRole<HTMLButtonElement>('button', { name }),
    isDisabled: (name: string) => {
      const one = inside.getByRole('button', { name })
      return one.ariaDisabled === 'true' || one.matches(':disabled')
    },
    press: (name: string) => app.user.click(inside.getByRole('button', { name })),
    alert: () => words(inside.queryByRole('alert')),
    on: () =>
      inside
        .getAllByRole('checkbox', { checked: true })
        .map((box) => box.closest('li')?.querySelector('code')?.textContent),
    sent: () =>
      app.api.requests
        .filter(({ method, path }) => method === 'POST' && path.endsWith('/script_config'))
        .map(({ body }) => body),
    setElsewhere: (...others: ScriptOption[]) =>
      app.api.write('POST', `/api/v2/objs/${oid}/script_config`, codes(others)),
    cells: (name: string) =>
      [...region.querySelectorAll('tbody tr')]
        .map((row) => [...row.children].map(words))
        .find(([label]) => label?.startsWith(name)),
  }
}

test('options have words and code names, and say what they were', async () => {
  const editor = await openEditor(['last_source', 'type_in', 'referrer'])
  for (const name of [
    /^Last source ?last_source$/,
    /^Type-in ?type_in$/,
    /^Referrer ?referrer$/,
    /^UTM tags ?utm$/,
    /^Block ID ?block_id$/,
    /^Tag manager ?gtm$/,
  ])
    editor.inside.getByRole('checkbox', { name, description: /\w/ })
  editor.inside.getByRole('button', { name: 'Save changes', description: 'Nothing has changed yet' })
  expect(editor.isDisabled('Save changes')).toBe(true)

  await editor.toggle('referrer')
  await editor.toggle('utm')
  editor.inside.getByText('2 changes not saved')
  expect(editor.line('referrer')).toContain('was on')
  expect(editor.line('utm')).toContain('was off')
  expect(editor.line('gtm')).not.toContain('was')
  await editor.press('Discard')
  expect(editor.on()).toEqual(['last_source', 'type_in', 'referrer'])
  expect(document.activeElement).toBe(editor.button('Save changes'))
  expect(editor.sent()).toEqual([])
})

test('exactly the chosen options are saved, stay after a reload, and are undone', async () => {
  const chosen: ScriptOption[] = ['last_source', 'type_in', 'referrer']
  const { app, oid, toggle, press, inside } = await openEditor(chosen)
  await toggle('referrer')
  await toggle('utm')
  await press('Save changes')
  await inside.findByText('Saved')
  expect(document.activeElement).toBe(inside.getByRole('button', { name: 'Save changes' }))
  app.open(`/objects/${oid}`)
  const again = await editorOf(app, oid)
  expect(again.on()).toEqual(['last_source', 'type_in', 'utm'])
  expect(again.inside.queryByRole('button', { name: 'Undo' })).toBeNull()

  for (const code of ['type_in', 'last_source', 'utm']) await again.toggle(code)
  await again.press('Save changes')
  await again.inside.findByText('Saved')
  await again.press('Undo')
  await again.inside.findByText('Change undone')
  expect(again.sent()).toEqual([
    '{"script_config":{"last_source":"0","type_in":"1","utm":"3"}}',
    '{"script_config":{}}',
    '{"script_config":{"last_source":"0","type_in":"1","utm":"3"}}',
  ])
  expect(again.on()).toEqual(['last_source', 'type_in', 'utm'])
})

test('another client is another page: edits are not left behind unasked', { tags: 'all' }, async () => {
  const app = await renderApp('/no-such-page', { account: 'agency_manager' })
  const client = await clientNamed(app.api, 'Sever Group')
  const { objs } = await app.api.get<{ objs: Obj[] }>(`/api/v2/clients/${client}/objs/`)
  app.open(`/objects/${objs[0]!.oid}?client=${client}`)
  const { toggle, inside } = await editorOf(app, objs[0]!.oid)
  await toggle('gtm')
  await app.user.click(button('Client Sever Group'))
  await app.user.click(await screen.findByRole('option', { name: /^Stoma Plus/ }))
  const leaveDialog = await screen.findByRole('dialog', { name: 'Leave without saving?' })
  await app.user.click(button('Stay', leaveDialog))
  await eventually(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull())
  button('Client Sever Group')
  inside.getByText('1 change not saved')
})

test('what fails keeps the edits and says why', async () => {
  const editor = await openEditor(['last_source'])
  const { inside, app, toggle, press } = editor
  await toggle('utm')
  const failsWith = async (text: string) => {
    await press('Save changes')
    await eventually(() => expect(editor.alert()).toContain(text))
    expect(editor.on()).toEqual(['last_source', 'utm'])
    inside.getByText('1 change not saved')
  }
  app.api.fault('script-config-500')
  await failsWith('The service failed.')
  app.api.fault('script-config-403')
  await failsWith('Not saved')

  app.api.fault('script-config-refused')
  await failsWith('counter: is missing')
  expect(editor.described('utm', /is part of another plan/)).toBe(true)
  expect(editor.alert()).not.toContain('another plan')
  await toggle('utm')
  expect(editor.described('utm', /another plan/)).toBe(false)
  await toggle('utm')

  const before = editor.sent().length
  app.api.fault('object-500')
  await failsWith('Nothing was sent')
  app.api.fault()
  const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const network = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'))
  await failsWith('You are offline')
  offline.mockRestore()
  network.mockRestore()
  expect(editor.sent()).toHaveLength(before)
  await press('Discard')
  expect(editor.alert()).toBe('')
  expect(editor.on()).toEqual(['last_source'])
})

test('a service that keeps something else is found out', { tags: 'all' }, async () => {
  const editor = await openEditor(['utm'])
  editor.app.api.fault('script-config-lies')
  await editor.toggle('gtm')
  await editor.press('Save changes')
  await editor.inside.findByText('The service kept other options than you saved')
  expect(editor.cells('UTM tags')).toEqual(['UTM tags utmDiffers', 'Off', 'On'])
  expect(editor.cells('Tag manager')).toEqual(['Tag manager gtm', 'On', 'On'])
  expect(editor.on()).toEqual(['utm', 'gtm'])
  editor.inside.getByText('1 change not saved')
  editor.app.api.fault()
  await editor.press('Save changes')
  await editor.inside.findByText('Saved')
  expect(editor.sent().at(-1)).toBe('{"script_config":{"utm":"3","gtm":"5"}}')
})

test(
  'fault-save-lost: a lost answer is not called a failure, and a check tells',
  { tags: 'all' },
  async () => {
    const editor = await openEditor(['last_source'])
    editor.app.api.fault('script-config-lost')
    await editor.toggle('utm')
    await editor.press('Save changes')
    await eventually(() => expect(editor.alert()).toContain('We don’t know if this was saved'))
    await editor.press('Check')
    await editor.inside.findByText('Saved')
    editor.app.api.fault()
    await editor.press('Undo')
    await editor.inside.findByText('Change undone')
    expect(editor.sent().at(-1)).toBe('{"script_config":{"last_source":"0"}}')
  },
)

test('saved, but not read again', { tags: 'all' }, async () => {
  const editor = await openEditor(['last_source'])
  await editor.toggle('utm')
  const release = editor.app.api.hold(/\/script_config$/)
  await editor.press('Save changes')
  await eventually(() => expect(editor.sent()).toHaveLength(1))
  expect(editor.button('Save changes').getAttribute('aria-busy')).toBe('true')
  expect(editor.option('utm').getAttribute('aria-disabled')).toBe('true')
  editor.app.api.fault('object-500')
  release()
  await eventually(() => expect(editor.alert()).toContain('Saved, but not checked'))
  expect(editor.option('utm').checked).toBe(true)
  expect(editor.inside.queryByText(/not saved/)).toBeNull()
  editor.app.api.fault()
  await editor.press('Check')
  await editor.inside.findByText('Saved')
  expect(editor.alert()).toBe('')
})

test('a change made elsewhere meanwhile is shown beside mine, and I choose', async () => {
  const editor = await openEditor(['last_source', 'type_in'])
  const card = () =>
    editor.inside.queryByRole('region', { name: 'These options were changed by someone else' })
  await editor.toggle('utm')
  await editor.setElsewhere('gtm', 'type_in')
  await editor.press('Save changes')
  await eventually(() => expect(document.activeElement).toBe(card()))
  expect(editor.sent()).toEqual([])
  expect(editor.cells('Last source')).toEqual([expect.stringContaining('Differs'), 'Off', 'On'])
  expect(editor.cells('Type-in')).toEqual([expect.stringMatching(/type_in$/), 'On', 'On'])
  expect(editor.cells('Tag manager')).toEqual([expect.stringContaining('Differs'), 'On', 'Off'])
  await editor.press('Take theirs')
  expect(card()).toBeNull()
  expect(editor.on()).toEqual(['type_in', 'gtm'])
  expect(editor.sent()).toEqual([])
  expect(document.activeElement).toBe(editor.button('Save changes'))

  await editor.toggle('utm')
  await editor.setElsewhere('block_id')
  await editor.press('Save changes')
  await eventually(() => editor.button('Keep mine'))
  await editor.press('Keep mine')
  await editor.inside.findByText('Saved')
  expect(editor.sent()).toEqual(['{"script_config":{"type_in":"1","utm":"3","gtm":"5"}}'])
  await editor.setElsewhere('referrer')
  await editor.press('Undo')
  await eventually(() => expect(card()).not.toBeNull())
  expect(editor.sent()).toHaveLength(1)
})

test('two presses save once', { tags: 'all' }, async () => {
  const editor = await openEditor(['utm'])
  await editor.toggle('gtm')
  const save = editor.button('Save changes')
  save.click()
  save.click()
  await editor.inside.findByText('Saved')
  await editor.toggle('gtm')
  const release = editor.app.api.hold(/\/script_config$/)
  await editor.app.user.dblClick(editor.button('Save changes'))
  editor.button('Save changes').focus()
  await editor.app.user.keyboard('{Enter}')
  await editor.toggle('block_id')
  release()
  await eventually(() => editor.inside.getByText('Saved'))
  expect(editor.sent()).toEqual(['{"script_config":{"utm":"3","gtm":"5"}}', '{"script_config":{"utm":"3"}}'])
  expect(editor.option('block_id').checked).toBe(false)
})

test('options of no readable shape are the documented six', { tags: 'all' }, async () => {
  const editor = await openEditor(['last_source'], { account: 'edge_cases', alias: 'edge-cases' })
  expect(editor.inside.getAllByRole('checkbox')).toHaveLength(6)
  await editor.toggle('block_id')
  await editor.press('Save changes')
  await editor.inside.findByText('Saved')
  expect(editor.sent()).toEqual(['{"script_config":{"last_source":"0","block_id":"4"}}'])
  expect(editor.on()).toEqual(['last_source', 'block_id'])
})

test('options that the document does not name are offered by their code names', { tags: 'all' }, async () => {
  const editor = await openEditor(['last_source'], { account: 'edge_cases', alias: 'hostile-title' })
  expect(editor.inside.getAllByRole('checkbox')).toHaveLength(8)
  editor.inside.getByRole('checkbox', {
    name: 'visitor_id',
    description: 'What it does is not described',
  })
  await editor.toggle('visitor_id')
  expect(pageFaults()).toEqual([])
  await editor.press('Save changes')
  await editor.inside.findByText('Saved')
  expect(editor.sent()).toEqual(['{"script_config":{"last_source":"0","visitor_id":"6"}}'])
})

test('an option that cannot be sent is neither dropped nor sent unasked', { tags: 'all' }, async () => {
  const editor = await openEditor(['last_source'], { faults: ['script-config-unknown-option'] })
  expect(editor.option('legacy').checked).toBe(true)
  expect(editor.described('legacy', /gives no code for it/)).toBe(true)
  await editor.toggle('utm')
  expect(editor.isDisabled('Save changes')).toBe(true)
  editor.inside.getAllByText(/^Cannot be sent: legacy/)
  await editor.toggle('legacy')
  await editor.press('Save changes')
  await editor.inside.findByText('The service kept other options than you saved')
  expect(editor.sent()).toEqual(['{"script_config":{"last_source":"0","utm":"3"}}'])
})

test('fault-offline: edits wait for the network, and say so', { tags: 'all' }, async () => {
  const editor = await openEditor(['last_source'])
  await editor.toggle('utm')
  const back = await goOffline(editor.app)
  editor.inside.getByRole('button', { name: 'Save changes', description: NO_NETWORK })
  await editor.press('Save changes')
  expect(editor.sent()).toEqual([])
  await back()
  await eventually(() => expect(editor.isDisabled('Save changes')).toBe(false))
  expect(editor.line('utm')).toContain('was off')
  await editor.press('Save changes')
  await eventually(() => expect(editor.sent()).toHaveLength(1))
})
