import { readFile } from 'node:fs/promises'
import { EDGE_CASES } from '#/server/reference/sample/edge-cases/make.ts'
import { ORIGIN } from './support/address.ts'
import { openContact, openJournal } from './support/edge-cases.ts'
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
import { survives } from './support/survives.ts'
import { expect, test } from './support/test.ts'

test.describe('a marketer', () => {
  test.beforeEach(({ page }) => signInByRequest(page, 'marketer'))

  test('hears a recording, which comes in ranges through our server and from nowhere else', async ({
    page,
  }) => {
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
    await expect(position(page)).toHaveAttribute('aria-valuetext', /^0:0[1-9] of 0:30$/)
    await button(page, 'Pause').click()
    await expect(button(page, 'Play')).toBeVisible()
    const { at, paused } = await heard(page)
    expect(paused).toBe(true)
    expect(at).toBeGreaterThan(0.5)
    expect(elsewhere).toEqual([])
  })

  test('seeks in a large recording by a range, which is not drawn', async ({
    page,
    context,
    allowConsole,
  }) => {
    // A player asks for what may stand behind the end.
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

  test('two voices are drawn, what is heard in their colours, in both themes', async ({ page }) => {
    await openRecorded(page, isOfTwoVoices)
    await drawn(page)
    await expect(pane(page)).toContainText('Channel 1, usually the caller')
    const [upper, lower] = [await ink(page, 0, 0.48), await ink(page, 0.52, 1)]
    expect(Math.min(upper, lower)).toBeGreaterThan(1000)
    expect(upper).not.toBe(lower)
    // A bar begins at each fourth pixel; the voices' own lines stand on both sides of the middle.
    const bars = async () => [await colourAt(page, 0, 0.48), await colourAt(page, 0, 0.52)]
    const before = await bars()
    await position(page).press('End')
    await expect.poll(bars).not.toEqual(before)
    const [caller, manager] = await bars()
    expect(caller).not.toBe(manager)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(async () => (await bars())[0]).not.toBe(caller)
  })

  test('one voice is mirrored and has no legend', async ({ page }) => {
    await openRecorded(page, isOfOneVoice)
    await drawn(page)
    await expect(pane(page)).not.toContainText('Channel')
    expect(await ink(page, 0, 0.48)).toBeGreaterThan(1000)
    expect(await ink(page, 0, 0.48)).toBe(await ink(page, 0.52, 1))
  })

  test('is moved by press, drag and the keys of a slider, before it plays too', async ({ page }) => {
    await openRecorded(page, isLong)
    await drawn(page)
    const { x, y, width } = (await position(page).boundingBox())!
    await page.mouse.click(x + width / 2, y + 20)
    await expect(position(page)).toHaveAttribute('aria-valuetext', /^0:1[45] of 0:30$/)
    await expect.poll(async () => Math.round((await heard(page)).at)).toBe(15)
    await position(page).press('Home')
    await expect(position(page)).toHaveAttribute('aria-valuetext', '0:00 of 0:30')
    for (const key of ['ArrowRight', 'ArrowUp', 'PageUp']) await position(page).press(key)
    await expect(position(page)).toHaveAttribute('aria-valuetext', '0:13 of 0:30')
    await position(page).press('ArrowLeft')
    await expect(position(page)).toHaveAttribute('aria-valuenow', '8')

    await page.mouse.move(x + width * 0.1, y + 20)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.9, y + 20, { steps: 4 })
    // It goes there when it is let go.
    expect(Math.round((await heard(page)).at)).toBe(8)
    await expect(position(page)).toHaveAttribute('aria-valuenow', '27')
    await page.mouse.up()
    await expect.poll(async () => Math.round((await heard(page)).at)).toBe(27)
  })

  test('obeys keys anywhere on the page, unless they belong to another control', async ({ page }) => {
    await openRecorded(page, isLong)
    await drawn(page)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(async () => (await heard(page)).at).toBe(5)
    await page.keyboard.press('Shift+Period')
    await expect(button(page, '1.25×')).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Shift+Comma')
    await page.keyboard.press('Shift+Comma')
    await expect(button(page, '1×')).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Space')
    await expect(button(page, 'Pause')).toBeVisible()
    await expect.poll(async () => (await heard(page)).at).toBeGreaterThan(5.2)
    await page.keyboard.press('Space')
    await expect(button(page, 'Play')).toBeVisible()

    const { at } = await heard(page)
    await button(page, 'Forward 10 seconds').focus()
    await page.keyboard.press('Space')
    await expect.poll(async () => (await heard(page)).at).toBeCloseTo(at + 10, 3)
    await button(page, 'Back 10 seconds').click()
    await expect.poll(async () => (await heard(page)).at).toBeCloseTo(at, 3)
    expect((await heard(page)).paused).toBe(true)
    // A menu is open: its keys are its own.
    await page.getByRole('button', { name: 'Account' }).click()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    expect((await heard(page)).at).toBeCloseTo(at, 3)
    await page.getByRole('slider', { name: 'Volume' }).press('ArrowLeft')
    expect(await heard(page)).toMatchObject({ at: expect.closeTo(at, 3), volume: 0.95 })
  })

  test('speed and volume are remembered on the device', async ({ page }) => {
    await openRecorded(page, isLong)
    await button(page, '1.5×').click()
    await page.getByRole('slider', { name: 'Volume' }).fill('40')
    await page.reload()
    await expect(button(page, '1.5×')).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('slider', { name: 'Volume' })).toHaveAttribute('aria-valuetext', '40%')
    await button(page, 'Play').click()
    await expect.poll(async () => (await heard(page)).at).toBeGreaterThan(0)
    expect(await heard(page)).toMatchObject({ rate: 1.5, volume: 0.4 })
    await button(page, 'Mute').click()
    expect((await heard(page)).volume).toBe(0)
    await button(page, 'Mute').click()
    expect((await heard(page)).volume).toBe(0.4)
  })

  test('downloads the file under a name of its own', async ({ page }) => {
    const path = await openRecorded(page, isLong)
    const download = page.waitForEvent('download')
    await pane(page).getByRole('link', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe(`call-${path.split('/').at(-1)}.wav`)
    const file = await readFile(await (await download).path())
    expect(file.subarray(0, 4).toString()).toBe('RIFF')
    expect(file.length).toBeGreaterThan(30 * 16_000)
  })

  test('its shape is seen in forced colours while it plays', async ({ page }) => {
    await openRecorded(page, isOfTwoVoices)
    await drawn(page)
    await button(page, 'Play').click()
    await expect(button(page, 'Pause')).toBeVisible()
    await page.emulateMedia({ forcedColors: 'active' })
    await expect.poll(() => ink(page, 0, 0.48)).toBeGreaterThan(1000)
  })

  for (const [name, words] of [
    ['recording-not-ready', 'not ready yet'],
    ['recording-html', 'not with a sound recording'],
  ] as const)
    test(`${name}: says so, and is heard once it is there`, async ({ page, context, allowConsole }) => {
      allowConsole(/status of (409|502)/)
      await fault(context, name)
      await openRecorded(page, isLong)
      await expect(pane(page)).toContainText(words)
      await expect(button(page, 'Play')).toHaveCount(0)
      await fault(context)
      await button(page, 'Try again').click()
      await expect(button(page, 'Play')).toBeVisible()
      await drawn(page)
      await expect(pane(page)).not.toContainText(words)
    })

  for (const name of ['recording-404', 'recording-gone'] as const)
    test(`${name}: says that it is gone`, async ({ page, context, allowConsole }) => {
      allowConsole(/status of (404|410)/)
      await fault(context, name)
      await openRecorded(page, isLong)
      await expect(pane(page)).toContainText('The service no longer has this recording')
      await expect(pane(page).getByRole('button')).toHaveCount(0)
    })

  test('a recording on another host is only a link with its host (G16)', async ({
    page,
    context,
    allowConsole,
  }) => {
    allowConsole(/status of 404/)
    await fault(context, 'recording-elsewhere')
    await openRecorded(page, isLong)
    await expect(pane(page)).toContainText('opened in a new tab, outside Callboard')
    const link = pane(page).getByRole('link', { name: 'Open it at records.example' })
    await expect(link).toHaveAttribute('href', 'https://records.example/17.wav')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
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
    await button(page, 'Try again').click()
    await expect(button(page, 'Pause')).toBeVisible()
    await expect.poll(async () => (await heard(page)).at).toBeGreaterThan(at + 0.3)
    expect((await heard(page)).at).toBeLessThan(at + 10)
    await expect(pane(page)).not.toContainText('lost')
  })

  test('an address that is none is neither asked for nor linked', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/recordings/')) asked.push(request.url())
    })
    const oid = await openJournal(page)
    for (const { id } of EDGE_CASES.filter(({ name }) => name.startsWith('Recording at '))) {
      await openContact(page, oid, id)
      await expect(pane(page)).toContainText('no usable address')
      await expect(pane(page).getByRole('link')).toHaveCount(0)
      await survives(page)
    }
    expect(asked).toEqual([])
  })

  test('a contact without a recording says so', async ({ page }) => {
    const oid = await openJournal(page)
    await openContact(page, oid, EDGE_CASES.find(({ name }) => name === 'Letters as caller')!.id)
    await expect(pane(page)).toContainText('There is no recording of this contact')
    await expect(page.locator('audio')).toHaveCount(0)
  })
})

test('an agency manager hears a client’s recording through the client’s prefix (G3)', async ({ page }) => {
  await signInByRequest(page, 'manager')
  await page.goto('/clients')
  await page.getByRole('link', { name: 'Sever Group' }).click()
  await expect(page).toHaveURL(/client=/)
  const client = new URL(page.url()).searchParams.get('client')!
  const path = await openRecorded(page, isLong, client)
  await drawn(page)
  const part = page.waitForResponse(
    (response) => response.url().endsWith(path) && response.request().resourceType() === 'media',
  )
  await button(page, 'Play').click()
  expect((await part).status()).toBe(206)
  expect(new URL((await part).url()).pathname).toContain(`/api/clients/${client}/recordings/`)
  await expect.poll(async () => (await heard(page)).at).toBeGreaterThan(0.2)
})
