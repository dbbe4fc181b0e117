// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { ListedCall } from '#/contract/call.ts'
import { setPlayerSettings } from '#/domain/preferences/player.ts'
import type { FaultName } from '#/server/faults.ts'
import { EDGE_CASES } from '#/server/reference/sample/edge-cases/make.ts'
import { SAMPLE_STORIES } from '#/server/reference/sample/stories.ts'
import { button, region, words } from '#/test/page.ts'
import { eventually, renderApp, type RenderedApp } from '#/test/render-app.tsx'
import { heard, plays } from '#/test/screens/sound.ts'

afterEach(() => setPlayerSettings({ speed: 1, volume: 1 }))

const pane = () => region('Recording')
const control = (name: string) => button(name, pane())
const has = (name: string) => within(pane()).queryByRole('button', { name }) !== null
const position = () => within(pane()).getByRole('slider', { name: 'Position' })
const volume = () => within(pane()).getByRole('slider', { name: 'Volume' })
let length = ''
const isAt = (time: string) =>
  eventually(() => expect(position().getAttribute('aria-valuetext')).toBe(`${time} of ${length}`))
const isPressed = (name: string) => eventually(() => expect(control(name).ariaPressed).toBe('true'))
const says = (text: string) => eventually(() => expect(words(pane())).toContain(text))

/** Long enough to seek, short enough to decode, older than a day. */
const isLong = ({ duration, record_url, date }: ListedCall) =>
  record_url !== null &&
  (duration ?? 0) >= 40 &&
  (duration ?? 0) <= 300 &&
  Date.now() - Date.parse(date) > 24 * 3600_000

/** Opens a contact with a long recording. @returns its URL */
const open = async (app: RenderedApp, test: (call: ListedCall) => boolean = isLong, client?: string) => {
  const prefix = client === undefined ? '' : `/clients/${client}`
  const { calls } = await app.api.get<{ calls: ListedCall[] }>(
    `/api/v2${prefix}/calls?period=all&status_filter=ANSWER`,
  )
  const call = calls.find(test)!
  const seconds = call.duration ?? 0
  length = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  app.open(`/objects/${call.obj_oid}/calls/${call.id}${client === undefined ? '' : `?client=${client}`}`)
  await screen.findByRole('region', { name: 'Recording' })
  return `/api${prefix}/recordings/${call.obj_oid}/${call.id}`
}
const start = () => renderApp('/objects', { account: 'marketer' })
const startAt = async () => {
  const app = await start()
  const path = await open(app)
  await isAt('0:00')
  return { ...app, path }
}

test(
  'a recording of another length than its call says so, one of the same does not',
  { tags: 'all' },
  async () => {
    const app = await start()
    await open(app)
    await isAt('0:00')
    expect(words(pane())).not.toContain('the service counts')
    app.api.fault('recording-heavy')
    await open(app)
    await app.user.click(await eventually(() => control('Play')))
    await eventually(() =>
      expect(words(pane())).toMatch(
        new RegExp(`The recording is \\d\\d:\\d\\d long, the service counts ${length}`),
      ),
    )
  },
)

test('is moved by the keys of a slider, before it plays too', async () => {
  const { user, path } = await startAt()
  position().focus()
  await user.keyboard('{End}')
  await isAt(length)
  await user.keyboard('{Home}')
  await isAt('0:00')
  await user.keyboard('{ArrowRight}{ArrowUp}{PageUp}')
  expect(position().ariaValueNow).not.toBe('0')
  const moved = Number(position().getAttribute('aria-valuenow'))
  await user.keyboard('{ArrowLeft}')
  await eventually(() => expect(Number(position().getAttribute('aria-valuenow'))).toBe(moved - 5))
  await user.click(control('Play'))
  await plays(path)
  expect(heard().at).toBeCloseTo(moved - 5, 0)
})

test('obeys keys anywhere on the page, unless they belong to another control', async () => {
  const { user, path } = await startAt()
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowLeft}')
  await isAt('0:10')
  await user.keyboard('{Shift>}[Period]{/Shift}')
  await isPressed('1.25×')
  await user.keyboard('{Shift>}[Comma][Comma]{/Shift}')
  await isPressed('1×')
  await user.keyboard(' ')
  await plays(path)
  expect(heard().at).toBe(10)
  control('Pause')
  await user.keyboard(' ')
  await eventually(() => control('Play'))

  control('Forward 10 seconds').focus()
  await user.keyboard(' ')
  await isAt('0:20')
  expect(heard()).toMatchObject({ at: 20, paused: true })
  await user.click(control('Back 10 seconds'))
  await isAt('0:10')
  volume().focus()
  await user.keyboard('{ArrowLeft}')
  expect(heard().at).toBe(10)
})

test('speed and volume are remembered on the device', { tags: 'all' }, async () => {
  const app = await startAt()
  const { user } = app
  await user.click(control('1.5×'))
  await isPressed('1.5×')
  fireEvent.change(volume(), { target: { value: '40' } })
  await eventually(() => expect(volume().getAttribute('aria-valuetext')).toBe('40%'))
  const path = await open(app)
  await isPressed('1.5×')
  expect(volume().getAttribute('aria-valuetext')).toBe('40%')
  await user.click(control('Play'))
  await plays(path)
  expect(heard()).toMatchObject({ rate: 1.5, volume: 0.4 })
  await user.click(control('Mute'))
  expect(heard().volume).toBe(0)
  await user.click(control('Mute'))
  expect(heard().volume).toBe(0.4)
})

test('two voices have a legend, one has none', { tags: 'all' }, async () => {
  const app = await start()
  await open(app, (call) => isLong(call) && call.id % 3 === 0)
  await says('Channel 1, usually the caller')
  await open(app, (call) => isLong(call) && call.id % 3 === 1)
  await isAt('0:00')
  expect(words(pane())).not.toContain('Channel')
})

test.each<[FaultName, string]>([
  ['recording-not-ready', 'not ready yet'],
  ['recording-html', 'something that isn’t a recording'],
])('%s: says so, and is heard once it is there', { tags: 'all' }, async (fault, text) => {
  const app = await start()
  app.api.fault(fault)
  await open(app)
  await says(text)
  expect(has('Play')).toBe(false)
  app.api.fault()
  await app.user.click(control('Retry'))
  await eventually(() => control('Play'))
  await isAt('0:00')
  expect(words(pane())).not.toContain(text)
  await eventually(() => expect(document.activeElement).toBe(pane()))
})

test.each<[FaultName]>([['recording-404'], ['recording-gone']])(
  '%s: says that it is gone',
  { tags: 'all' },
  async (fault) => {
    const app = await start()
    app.api.fault(fault)
    await open(app)
    await says('The service no longer has this recording')
    expect(within(pane()).queryAllByRole('button')).toEqual([])
  },
)

test('offers a link for a recording on another host (G16)', async () => {
  const app = await start()
  app.api.fault('recording-elsewhere')
  await open(app)
  await says('Open it in a new tab')
  const link = within(pane()).getByRole('link', { name: 'Open recording' })
  expect(link.getAttribute('href')).toBe('https://records.example/17.wav')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
})

test(
  'an address that is none is neither asked for nor linked; without one there is no recording',
  { tags: 'all' },
  async () => {
    const app = await renderApp('/objects', { account: 'edge_cases' })
    const { objs } = await app.api.get<{ objs: { oid: string; alias: string }[] }>('/api/v2/objs/')
    const { oid } = objs.find(({ alias }) => alias === SAMPLE_STORIES.edgeCases.object)!
    const openEdge = async (id: number) => {
      app.open(`/objects/${oid}/calls/${id}`)
      await screen.findByRole('region', { name: 'Recording' })
    }
    const edges = EDGE_CASES.filter(({ name }) => name.startsWith('Recording at '))
    expect(edges.length).toBeGreaterThan(0)
    for (const { id } of edges) {
      await openEdge(id)
      await says('no usable address')
      expect(within(pane()).queryAllByRole('link')).toEqual([])
    }
    await openEdge(EDGE_CASES.find(({ name }) => name === 'Letters as caller')!.id)
    await says('There is no recording of this contact')
    expect(document.querySelector('audio')).toBeNull()
    expect(app.api.requests.filter(({ path }) => path.includes('/recordings/'))).toEqual([])
  },
)

test('an agency manager hears a client’s recording through the client’s prefix (G3)', async () => {
  const app = await renderApp('/clients', { account: 'agency_manager' })
  await app.user.click(await screen.findByRole('link', { name: 'Sever Group' }))
  await eventually(() => expect(app.search().get('client')).not.toBeNull())
  const client = app.search().get('client')!
  const path = await open(app, isLong, client)
  expect(path).toContain(`/api/clients/${client}/recordings/`)
  await isAt('0:00')
  await app.user.click(control('Play'))
  await plays(path)
})

test('on a phone its speed is one button that goes around', { tags: 'all' }, async () => {
  const app = await renderApp('/objects', { account: 'marketer', phone: true })
  await open(app)
  await isAt('0:00')
  for (const speed of ['1.25', '1.5', '2', '1', '1.25']) {
    await app.user.click(within(pane()).getByRole('button', { name: /^Speed/ }))
    await eventually(() => control(`Speed ${speed}×`))
  }
  expect(heard().rate).toBe(1.25)
})
