import { readFile } from 'node:fs/promises'
import { ORIGIN } from './support/address.ts'
import { fault } from './support/fault.ts'
import {
  button,
  colourAt,
  drawn,
  heard,
  ink,
  isLong,
  isOfOneVoice,
  isOfTwoVoices,
  openRecorded,
  pane,
  position,
} from './support/recordings.ts'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.beforeEach(({ page }) => signInByRequest(page, 'marketer'))

test(
  'a recording comes in ranges through our server and from nowhere else, is moved by press, drag and keys, and downloaded',
  { tag: '@journey' },
  async ({ page }) => {
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(ORIGIN)) elsewhere.push(request.url())
    })
    const path = await openRecorded(page, isLong)
    await drawn(page)
    const part = page.waitForResponse(
      (response) => response.url().endsWith(path) && response.request().resourceType() === 'media',
    )
    await button(page, 'Play').click()
    const { 'content-type': type, 'content-range': range } = (await part).headers()
    expect([(await part).status(), type]).toEqual([206, 'audio/wav'])
    expect(range).toMatch(/^bytes 0-\d+\/\d+$/)
    await expect.poll(async () => (await heard(page)).at).toBeGreaterThan(0.5)
    await expect(position(page)).toHaveAttribute('aria-valuetext', /^0:0[1-9] of \d:\d\d$/)
    await button(page, 'Pause').click()
    await expect(button(page, 'Play')).toBeVisible()
    const { at, paused, duration } = await heard(page)
    expect(paused).toBe(true)
    expect(at).toBeGreaterThan(0.5)

    await page.locator('main').click({ position: { x: 2, y: 2 } })
    const { x, y, width } = (await position(page).boundingBox())!
    await page.mouse.click(x + width / 2, y + 20)
    const isNear = (share: number) =>
      expect
        .poll(async () => Math.abs((await heard(page)).at - share * duration))
        .toBeLessThan(0.01 * duration + 1)
    await isNear(0.5)
    await position(page).press('Home')
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) await position(page).press(key)
    await expect.poll(async () => (await heard(page)).at).toBe(5)
    await page.mouse.move(x + width * 0.1, y + 20)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.9, y + 20, { steps: 4 })
    // Seeks on release.
    expect((await heard(page)).at).toBe(5)
    await expect
      .poll(async () => Number(await position(page).getAttribute('aria-valuenow')) / duration)
      .toBeCloseTo(0.9, 1)
    await page.mouse.up()
    await isNear(0.9)
    const before = (await heard(page)).at
    await page.getByRole('button', { name: 'Account' }).click()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Escape')
    expect((await heard(page)).at).toBe(before)

    const download = page.waitForEvent('download')
    await pane(page).getByRole('link', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe(`call-${path.split('/').at(-1)}.wav`)
    const file = await readFile(await (await download).path())
    expect(file.subarray(0, 4).toString()).toBe('RIFF')
    expect(Math.abs((file.length - 44) / file.readUInt32LE(28) - duration)).toBeLessThan(0.1)
    expect(elsewhere).toEqual([])
  },
)

test('seeks in a large recording by a range, which is not drawn', async ({ page, context, allowConsole }) => {
  // Players request past the end.
  allowConsole(/status of 416/)
  await fault(context, 'recording-heavy')
  const path = await openRecorded(page, isLong)
  await expect(pane(page)).toContainText('too large to be drawn')
  await button(page, 'Play').click()
  await expect.poll(async () => (await heard(page)).at).toBeGreaterThan(0)
  const part = page.waitForResponse((response) => {
    const from = Number(/^bytes (\d+)-/.exec(response.headers()['content-range'] ?? '')?.[1] ?? 0)
    return response.url().endsWith(path) && response.status() === 206 && from > 4_000_000
  })
  const { width } = (await position(page).boundingBox())!
  await position(page).click({ position: { x: width * 0.6, y: 36 } })
  expect((await part).headers()['content-range']).toMatch(/^bytes \d{7,8}-\d{8}\/\d{8}$/)
  const { duration } = await heard(page)
  expect(duration).toBeGreaterThan(300)
  await expect.poll(async () => (await heard(page)).at / duration).toBeGreaterThan(0.59)
  await expect.poll(async () => (await heard(page)).at / duration).toBeGreaterThan(0.6005)
})

test('two voices are drawn, what is heard in their colours, in both themes and in forced colours; one is mirrored', async ({
  page,
}) => {
  await openRecorded(page, isOfTwoVoices)
  await drawn(page)
  await expect(pane(page)).toContainText('Channel 1, usually the caller')
  const [upper, lower] = [await ink(page, 0, 0.48), await ink(page, 0.52, 1)]
  expect(Math.min(upper, lower)).toBeGreaterThan(1000)
  expect(upper).not.toBe(lower)
  // Bars every fourth pixel; voices above and below the middle.
  const bars = async () => [await colourAt(page, 0, 0.48), await colourAt(page, 0, 0.52)]
  const before = await bars()
  await position(page).press('End')
  await expect.poll(bars).not.toEqual(before)
  const [caller, manager] = await bars()
  expect(caller).not.toBe(manager)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(async () => (await bars())[0]).not.toBe(caller)
  await button(page, 'Play').click()
  await expect(button(page, 'Pause')).toBeVisible()
  await page.emulateMedia({ forcedColors: 'active' })
  await expect.poll(() => ink(page, 0, 0.48)).toBeGreaterThan(1000)
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' })

  await openRecorded(page, isOfOneVoice)
  await drawn(page)
  await expect(pane(page)).not.toContainText('Channel')
  expect(await ink(page, 0, 0.48)).toBeGreaterThan(1000)
  expect(await ink(page, 0, 0.48)).toBe(await ink(page, 0.52, 1))
})

test('a connection that breaks is reported, and it goes on from there', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of (416|503)|CONTENT_LENGTH_MISMATCH/)
  await fault(context, 'recording-breaks')
  const recording = await openRecorded(page, isOfTwoVoices)
  await button(page, 'Play').click()
  await expect.poll(async () => (await heard(page)).at).toBeGreaterThan(1)
  const headers = { range: 'bytes=1-1', 'x-requested-by': 'callboard' }
  await page.request.get(recording, { headers })
  await expect(pane(page)).toContainText(/The connection was lost at 0:\d[1-9]/)
  const { at } = await heard(page)
  await fault(context, 'recording-heavy')
  await button(page, 'Retry').click()
  await expect(button(page, 'Pause')).toBeVisible()
  await expect.poll(async () => (await heard(page)).at).toBeGreaterThan(at + 0.3)
  expect((await heard(page)).at).toBeLessThan(at + 10)
  await expect(pane(page)).not.toContainText('lost')
})

const PLAYED = [
  'recording-untyped',
  'recording-unsized',
  'recording-length-0',
  'recording-length-max',
  'recording-a-law',
  'recording-moved',
] as const
for (const name of PLAYED)
  test(`plays and seeks in ${name}`, async ({ page, context }) => {
    await fault(context, name)
    await openRecorded(page, isLong)
    await button(page, 'Play').click()
    await expect.poll(async () => (await heard(page)).at).toBeGreaterThan(0)
    const { duration } = await heard(page)
    if (name !== 'recording-moved') expect(Math.abs(duration - 4)).toBeLessThan(0.1)
    await position(page).press('End')
    await expect.poll(async () => (await heard(page)).at).toBeGreaterThan(duration - 0.5)
    await expect(button(page, 'Play')).toBeVisible()
  })

const NOT_PLAYED = [
  ['recording-empty', 'Nothing was recorded.', null],
  ['recording-html', 'isn’t a recording', 'Open recording'],
  ['recording-moved-away', 'a server Callboard doesn’t play from', 'Open recording'],
  ['recording-elsewhere', 'a server Callboard doesn’t play from', 'Open recording'],
  ['recording-gsm', 'cannot play the format', 'Download'],
] as const
for (const [name, text, link] of NOT_PLAYED)
  test(`says what is wrong with ${name}`, async ({ page, context, allowConsole }) => {
    allowConsole(/status of (404|502)/)
    await fault(context, name)
    await openRecorded(page, isLong)
    if (name === 'recording-gsm') await button(page, 'Play').click()
    await expect(pane(page)).toContainText(text)
    const links = pane(page).getByRole('link')
    if (link === null) await expect(links).toHaveCount(0)
    else await expect(links).toHaveAccessibleName(link)
  })
