// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { setPlayerSettings } from '#/domain/preferences/player.ts'
import { button, named, words } from '#/test/page.ts'
import { happens, eventually, type RenderAppOptions } from '#/test/render-app.tsx'
import { currentRow, linkOf, openJournal } from '#/test/screens/journal.ts'
import { heard, plays, toItsEnd } from '#/test/screens/sound.ts'

afterEach(() => setPlayerSettings({ speed: 1, volume: 1 }))

const ALIAS = 'domograd-example-berlin'
const opener = () => button('Play all')
const bar = () => screen.getByRole('region', { name: 'Play all' })
const isShut = () => eventually(() => expect(screen.queryByRole('region', { name: 'Play all' })).toBeNull())
const says = (text: string | RegExp) =>
  eventually(() => expect(words(bar())).toMatch(typeof text === 'string' ? new RegExp(text) : text))
const place = () => Number(currentRow()?.getAttribute('aria-rowindex')) - 1

const open = async (query = 'period=all', options: Partial<RenderAppOptions> = {}) => {
  const app = await openJournal('/calls?period=day', options)
  const oid = await app.oidOf(ALIAS)
  const address = (search: string) => `/objects/${oid}/calls?${search}`
  app.open(address(query))
  await app.settled()
  const listed = async (search = query) => {
    const calls = []
    for (let page = 1; page <= 3; page++)
      calls.push(...(await app.answerOf(oid, `?${search}${page > 1 ? `&page=${page}` : ''}`)).calls)
    return calls
  }
  const pathsOf = async (search?: string) =>
    (await listed(search))
      .filter(({ record_url }) => record_url)
      .map(({ id }) => `/api/recordings/${oid}/${id}`)
  return {
    ...app,
    address,
    listed,
    pathsOf,
    paths: await pathsOf(),
    listen: () => app.user.click(opener()),
    press: (name: string) => app.user.click(button(name, bar())),
    key: (key: string) => app.user.keyboard(key),
  }
}

test('one recording follows another, and the row goes with it', async () => {
  const { listen, paths } = await open()
  await listen()
  await plays(paths[0])
  await eventually(() => expect(document.activeElement).toBe(button('Pause', bar())))
  await says(/heard 0 of \d+\+/)
  await happens(toItsEnd)
  await plays(paths[1])
  await says(/heard 1 of \d+\+/)
  const link = linkOf(place())!.getAttribute('href')
  expect(link).toMatch(new RegExp(`/${paths[1]!.split('/').at(-1)}$`))
  expect(bar().querySelector('a[data-to="contact"]')!.getAttribute('href')).toBe(link)
  // The keys follow the sound, and the focus stays where it was.
  expect(document.activeElement).toBe(button('Pause', bar()))
})

test('goes on and back by j and k', { tags: 'all' }, async () => {
  const { listen, paths, key, press } = await open()
  await listen()
  await plays(paths[0])
  await key('j')
  await plays(paths[1])
  await key('j')
  await plays(paths[2])
  await key('k')
  await plays(paths[1])
  await press('Previous recording')
  await plays(paths[0])
  await says(/heard 0 of/)
  await key('k')
  await says('This is the first recording of the list')
})

test('plays and skips by keys, and closes by Esc', async () => {
  const { listen, paths, key, press } = await open()
  await listen()
  await plays(paths[0])
  await press('Pause')
  await happens(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  const { at } = heard()
  await key('{ArrowRight}')
  await eventually(() => expect(heard().at).toBeCloseTo(at + 5, 1))
  await key('{Shift>}[Period]{/Shift}')
  await eventually(() => expect(button('1.25×', bar()).ariaPressed).toBe('true'))
  await key(' ')
  await eventually(() => button('Pause', bar()))

  await key('{Escape}')
  await isShut()
  expect(document.querySelector('audio')).toBeNull()
  await eventually(() => expect(document.activeElement).toBe(opener()))
  const before = place()
  await key('j')
  await eventually(() => expect(place()).toBe(before + 1))
})

test('begins at the current row', { tags: 'all' }, async () => {
  const { listen, paths, key } = await open()
  const fourth = paths[3]!.split('/').at(-1)
  const isThere = () => linkOf(place())?.getAttribute('href')?.endsWith(`/${fourth}`) === true
  await key('j')
  while (!isThere()) {
    const before = place()
    await key('j')
    await eventually(() => expect(place()).toBe(before + 1))
  }
  await listen()
  await plays(paths[3])
  await key('k')
  await plays(paths[2])
})

test(
  'what was heard and where one was is remembered, also over a visit to the contact',
  { tags: 'all' },
  async () => {
    const { listen, paths, press, user, back } = await open()
    await listen()
    await plays(paths[0])
    await happens(toItsEnd)
    await plays(paths[1])
    const goesOn = async () => {
      await plays(paths[1])
      await says(/heard 1 of/)
    }
    await press('Close')
    await isShut()
    await listen()
    await goesOn()

    await user.click(bar().querySelector('a[data-to="contact"]')!)
    await screen.findByRole('region', { name: 'Recording' })
    back()
    await screen.findByRole('button', { name: named('Play all') })
    await listen()
    await goesOn()
    // Nothing is persisted on the device.
    const stored = JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])
    expect(stored).not.toContain(paths[1]!.split('/').at(-1))
  },
)

test(
  'the triangle of a row starts the bar there, stops it and goes on; p does the same for the current row',
  { tags: 'all' },
  async () => {
    const { paths, user, key } = await open()
    const third = () => document.querySelector(`a[href$="/${paths[2]!.split('/').at(-1)}"]`)!.closest('tr')!
    await user.click(button('Play', third()))
    await plays(paths[2])
    const pause = await within(third()).findByRole('button', { name: 'Pause' })
    // What was pressed keeps the focus.
    expect(document.activeElement).toBe(pause)
    expect(currentRow()).toBe(third())
    await user.click(pause)
    await within(third()).findByRole('button', { name: 'Play' })
    expect(heard().paused).toBe(true)

    await happens(() => third().querySelector<HTMLElement>('a[data-to="contact"]')!.focus())
    await key('p')
    await eventually(() => expect(heard().paused).toBe(false))
    await user.click(
      button('Play', linkOf(place())!.closest('tbody')!.querySelector('tr:has([aria-label="Play"])')!),
    )
    await plays(paths[0])
  },
)

test(
  'a list’s end is announced, and its number is exact when it has been seen',
  { tags: 'all' },
  async () => {
    const app = await open()
    const day = (await app.listed()).findLast(({ record_url }) => record_url)!.date.slice(0, 10)
    const query = `period=custom&date_from=${day}&date_to=${day}`
    const paths = await app.pathsOf(query)
    app.open(app.address(query))
    await app.settled()
    await app.listen()
    await plays(paths[0])
    await says(new RegExp(`heard 0 of ${paths.length}(?!\\d|\\+)`))
    for (const path of paths.slice(1)) {
      await app.key('j')
      await plays(path)
    }
    await happens(toItsEnd)
    await says('There are no more recordings in this list')
    await says(`heard 1 of ${paths.length}`)
    expect(heard().path).toBe(paths.at(-1))
  },
)

test('a list without recordings is looked through once, and said to have none', { tags: 'all' }, async () => {
  const { listen, queries } = await open('period=all&status_filter=NOANSWER')
  const before = queries().length
  await listen()
  await says('None of these contacts has a recording')
  await says(/heard 0 of 0(?!\+)/)
  const newQueries = queries().slice(before)
  expect(new Set(newQueries).size).toBe(newQueries.length)
})

test('a recording that fails is reported, skipped and not counted', { tags: 'all' }, async () => {
  const { api, listen, paths, key, press } = await open('period=all', { timers: true })
  const gone = 'The service no longer has this recording'
  await listen()
  await plays(paths[0])
  api.fault('recording-gone')
  await key('j')
  await says(gone)
  api.fault()
  await press('Next recording')
  await plays(paths[2])
  expect(words(bar())).not.toContain('no longer')
  await says(/heard 0 of/)

  api.fault('recording-gone')
  await key('j')
  await says(gone)
  api.fault()
  await happens(() => vi.advanceTimersByTimeAsync(3_000))
  await plays(paths[4])
})

test('other filters close it', { tags: 'all' }, async () => {
  const { listen, paths, user, back } = await open()
  const target = () => screen.getByRole('checkbox', { name: 'Target only' })
  await listen()
  await plays(paths[0])
  await user.click(target())
  await isShut()
  back()
  await eventually(() => expect(target().ariaChecked).toBe('false'))
  await isShut()
})
