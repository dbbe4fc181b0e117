import { expect, type Page } from '@playwright/test'

interface Listed {
  readonly id: number
  readonly obj_oid: string
  readonly date: string
  readonly duration: number | null
  readonly record_url: string | null
}

/** Long enough to be moved in, short enough to be drawn, and its talk is over for a day. */
export const isLong = ({ duration, record_url, date }: Listed) =>
  record_url !== null &&
  (duration ?? 0) >= 40 &&
  (duration ?? 0) <= 300 &&
  Date.now() - Date.parse(date) > 24 * 3600_000
/** Every third sample recording is stereo. */
export const isOfTwoVoices = (call: Listed) => isLong(call) && call.id % 3 === 0
export const isOfOneVoice = (call: Listed) => isLong(call) && call.id % 3 === 1

const MOST_PAGES = 5

/**
 * Opens the first contact of the account that `test` accepts.
 * @param client for an agency manager: whose contact
 * @returns the address its recording is played from
 */
export const openRecorded = async (
  page: Page,
  test: (call: Listed) => boolean,
  client?: string,
): Promise<string> => {
  const prefix = client === undefined ? '' : `/clients/${client}`
  const first = `/api/v2${prefix}/calls?period=all&status_filter=ANSWER`
  let call: Listed | undefined
  for (let number = 1; number <= MOST_PAGES && !call; number++) {
    const answer = await page.request.get(number === 1 ? first : `${first}&page=${number}`, {
      headers: { 'x-requested-by': 'callboard' },
    })
    const { calls } = (await answer.json()) as { calls: readonly Listed[] }
    call = calls.find(test)
  }
  if (!call) throw new Error(`The sample has no such contact on the first ${MOST_PAGES} pages`)
  await page.goto(
    `/objects/${call.obj_oid}/calls/${call.id}${client === undefined ? '' : `?client=${client}`}`,
  )
  await expect(pane(page)).toBeVisible()
  return `/api${prefix}/recordings/${call.obj_oid}/${call.id}`
}

export const pane = (page: Page) => page.getByRole('region', { name: 'Recording', exact: true })
export const position = (page: Page) => pane(page).getByRole('slider', { name: 'Position' })
export const button = (page: Page, name: string | RegExp) =>
  pane(page).getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })

export const heard = (page: Page) =>
  page.locator('audio').evaluate((audio: HTMLAudioElement) => ({
    at: audio.currentTime,
    duration: audio.duration,
    paused: audio.paused,
    rate: audio.playbackRate,
    volume: audio.muted ? 0 : audio.volume,
  }))

export const drawn = async (page: Page) => {
  await expect(position(page)).toHaveAttribute('aria-valuetext', /^0:00 of [1-5]?\d:\d\d$/)
}

export const colourAt = (page: Page, x: number, y: number) =>
  pane(page)
    .locator('canvas')
    .evaluate(
      (canvas: HTMLCanvasElement, { x, y }) => {
        const { data } = canvas
          .getContext('2d')!
          .getImageData(Math.round(x * (canvas.width - 1)), Math.round(y * (canvas.height - 1)), 1, 1)
        return data.join(',')
      },
      { x, y },
    )

export const ink = (page: Page, from: number, to: number) =>
  pane(page)
    .locator('canvas')
    .evaluate(
      (canvas: HTMLCanvasElement, { from, to }) => {
        const top = Math.round(from * canvas.height)
        const rows = Math.round(to * canvas.height) - top
        const { data } = canvas.getContext('2d')!.getImageData(0, top, canvas.width, rows)
        return data.filter((value, index) => index % 4 === 3 && value > 0).length
      },
      { from, to },
    )
