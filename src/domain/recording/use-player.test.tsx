// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePlayer, type Player } from './use-player.ts'

const plays: string[] = []
/** jsdom plays no sound: tests set what the element reports. */
beforeEach(() => {
  plays.length = 0
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function play(
    this: HTMLMediaElement,
  ) {
    plays.push(this.getAttribute('src') ?? '')
  })
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A page with a playlist; without `queued` only the first. */
const open = (sources: readonly string[], { queued = true } = {}) => {
  let player: Player
  const Page = () => {
    const [index, setIndex] = useState(0)
    const own = usePlayer({
      src: sources[index] ?? null,
      ...(queued && { queue: { next: () => setIndex((before) => before + 1) } }),
    })
    useEffect(() => {
      player = own
    })
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- A test's.
    return <audio {...own.audio} />
  }
  const { container } = render(<Page />)
  const audio = container.querySelector('audio')!
  return {
    audio,
    player: () => player,
    work: (work: () => void) => act(work),
    happens: (
      event: string,
      values: Partial<Record<'currentTime' | 'duration' | 'readyState', number>> = {},
    ) =>
      act(() => {
        for (const [name, value] of Object.entries(values))
          Object.defineProperty(audio, name, { value, writable: true, configurable: true })
        audio.dispatchEvent(new Event(event))
      }),
  }
}

test('a queue goes on by itself, and ends with its last recording', () => {
  const { player, work, happens, audio } = open(['/one', '/two'])
  expect(plays).toEqual([])
  work(() => player().play())
  happens('ended')
  expect(plays).toEqual(['/one', '/two'])
  happens('ended')
  expect(audio.hasAttribute('src')).toBe(false)
  expect(plays).toHaveLength(2)
})

test('who has paused is not played the next one', () => {
  const { player, work, happens } = open(['/one', '/two'])
  work(() => player().play())
  work(() => player().pause())
  happens('ended')
  expect(plays).toEqual(['/one'])
})

test('without a queue the end is the end', () => {
  const { player, work, happens } = open(['/one', '/two'], { queued: false })
  work(() => player().play())
  happens('ended')
  expect(plays).toEqual(['/one'])
})

test('a place that is asked for before the recording is known is gone to when it is', () => {
  const { player, work, happens, audio } = open(['/one'])
  work(() => player().seek(12))
  expect(player().state.position).toBe(12)
  expect(audio.preload).toBe('metadata')
  work(() => player().skip(5))
  happens('loadedmetadata', { duration: 15, readyState: 1, currentTime: 0 })
  expect(audio.currentTime).toBe(15)
  work(() => player().skip(-20))
  expect(audio.currentTime).toBe(0)
})

test('a failure keeps the place, and another try begins there', () => {
  const { player, work, happens, audio } = open(['/one'])
  work(() => player().play())
  happens('timeupdate', { currentTime: 7, duration: 30, readyState: 4 })
  Object.defineProperty(audio, 'error', { value: { code: 2 }, configurable: true })
  happens('error')
  expect(player().state).toMatchObject({ failed: true, playing: false, position: 7 })
  work(() => player().retry())
  Object.defineProperty(audio, 'error', { value: null, configurable: true })
  audio.currentTime = 0
  happens('loadedmetadata')
  expect(audio.currentTime).toBe(7)
  expect(plays).toEqual(['/one', '/one'])
  expect(player().state.failed).toBe(false)
})

test('speeds go up and down to their ends, or around', () => {
  const { player, work, audio } = open(['/one'])
  for (const by of [1, 1, 1, 1] as const) work(() => player().stepSpeed(by))
  expect([player().speed, audio.playbackRate, audio.defaultPlaybackRate]).toEqual([2, 2, 2])
  work(() => player().stepSpeed(1, true))
  expect(audio.playbackRate).toBe(1)
  work(() => player().stepSpeed(-1))
  expect(audio.playbackRate).toBe(1)
})

test('muted and silent are two things', () => {
  const { player, work, audio } = open(['/one'])
  work(() => player().setVolume(0.5))
  work(() => player().setMuted(true))
  expect([player().volume, player().muted, audio.muted]).toEqual([0, true, true])
  work(() => player().setMuted(false))
  expect([player().volume, audio.volume, audio.muted]).toEqual([0.5, 0.5, false])
  work(() => player().setVolume(-1))
  expect([player().volume, player().muted]).toEqual([0, true])
  work(() => player().setMuted(false))
  expect(player().volume).toBe(1)
})
