import { beforeEach, expect, vi } from 'vitest'
import { eventually } from '../render-app.tsx'

/*
 * jsdom has the audio element and no sound. Here it asks the service for what it is to play, as a browser's does, says
 * that it plays, and goes on only when a test moves it: that anything is heard is tested in a browser.
 */

interface Sound {
  src: string | null
  at: number
  duration: number
  readyState: number
  paused: boolean
  ended: boolean
  error: { code: number } | null
}
const sounds = new WeakMap<HTMLMediaElement, Sound>()
const SILENT: Sound = {
  src: null,
  at: 0,
  duration: Number.NaN,
  readyState: 0,
  paused: true,
  ended: false,
  error: null,
}
const soundOf = (audio: HTMLMediaElement): Sound => {
  const src = audio.getAttribute('src')
  const before = sounds.get(audio)
  if (before?.src === src) return before
  const sound = { ...SILENT, src, paused: before?.paused ?? true }
  sounds.set(audio, sound)
  return sound
}
const tell = (audio: HTMLMediaElement, ...events: string[]) => {
  for (const event of events) audio.dispatchEvent(new Event(event))
}

/** By its header. */
const secondsOf = async (response: Response): Promise<number> => {
  const file = new DataView(await response.arrayBuffer())
  return (file.byteLength - 44) / file.getUint32(28, true)
}
const ENOUGH_DATA = 4
const NETWORK_ERROR = 2
const load = async (audio: HTMLMediaElement, sound: Sound) => {
  if (sound.src === null || sound.readyState > 0) return
  const response = await fetch(sound.src, { headers: { 'x-requested-by': 'callboard', range: 'bytes=0-' } })
  const isSound = response.ok && response.headers.get('content-type')?.startsWith('audio/') === true
  const duration = isSound ? await secondsOf(response) : Number.NaN
  if (sounds.get(audio) !== sound) return
  if (isSound) {
    Object.assign(sound, { readyState: ENOUGH_DATA, duration })
    tell(audio, 'loadedmetadata', 'durationchange', 'canplay')
  } else {
    Object.assign(sound, { error: { code: NETWORK_ERROR }, paused: true })
    tell(audio, 'error')
  }
}

const own = <T>(read: (sound: Sound) => T) => ({
  configurable: true,
  get(this: HTMLMediaElement) {
    return read(soundOf(this))
  },
})
Object.defineProperties(HTMLMediaElement.prototype, {
  paused: own(({ paused }) => paused),
  ended: own(({ ended }) => ended),
  error: own(({ error }) => error),
  duration: own(({ duration }) => duration),
  readyState: own(({ readyState }) => readyState),
  currentTime: {
    ...own(({ at }) => at),
    set(this: HTMLMediaElement, at: number) {
      Object.assign(soundOf(this), { at, ended: false })
      tell(this, 'seeked', 'timeupdate')
    },
  },
})
Object.assign(HTMLMediaElement.prototype, {
  async play(this: HTMLMediaElement) {
    const sound = soundOf(this)
    Object.assign(sound, { paused: false, ended: false })
    tell(this, 'play')
    await load(this, sound)
    if (sound.readyState === 0 || sound.paused) return
    tell(this, 'playing')
    // A moment has passed.
    if (sound.at === 0) this.currentTime = 0.1
  },
  pause(this: HTMLMediaElement) {
    soundOf(this).paused = true
    tell(this, 'pause')
  },
  load(this: HTMLMediaElement) {
    sounds.delete(this)
    tell(this, 'emptied')
  },
})

/** Channels and length, without samples. */
class Decoder {
  decodeAudioData = async (file: ArrayBuffer) => {
    const head = new DataView(file)
    const seconds = (file.byteLength - 44) / head.getUint32(28, true)
    return {
      numberOfChannels: head.getUint16(22, true),
      duration: seconds,
      getChannelData: (channel: number) =>
        new Float32Array(Math.round(seconds * 8000)).fill(0.5 / (channel + 1)),
    }
  }
}
beforeEach(() => void vi.stubGlobal('OfflineAudioContext', Decoder))

const audio = () => {
  const found = document.querySelector('audio')
  if (!found) throw new Error('there is no audio element')
  return found
}
export const heard = () => {
  const { src, currentTime: at, paused, playbackRate: rate, muted, volume } = audio()
  return { path: new URL(src).pathname, at, paused, rate, volume: muted ? 0 : volume }
}
export const plays = (path: string | undefined) =>
  eventually(() => {
    expect(heard().path).toBe(path)
    expect(heard().paused).toBe(false)
    expect(heard().at).toBeGreaterThan(0)
  })
export const toItsEnd = () => {
  const one = audio()
  one.currentTime = one.duration
  soundOf(one).ended = true
  tell(one, 'timeupdate', 'ended')
}
