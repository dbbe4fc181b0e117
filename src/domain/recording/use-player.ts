import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type ComponentProps } from 'react'
import {
  getPlayerSettings,
  setPlayerSettings,
  SPEEDS,
  subscribePlayerSettings,
  type Speed,
} from '#/domain/preferences/player.ts'

/** What an `<audio>` element says of itself; times in seconds. */
interface PlayerState {
  readonly playing: boolean
  readonly ended: boolean
  /** It should play, and has nothing to play yet. */
  readonly waiting: boolean
  readonly position: number
  /** Null until the recording's head is here. */
  readonly duration: number | null
  /** The caller finds out why: in no browser does the element tell a lost connection from an unknown format. */
  readonly failed: boolean
}

/** What plays one recording after another. */
export interface PlayerQueue {
  /** The recording has ended: its owner names the next `src`, which then begins by itself, or none. */
  readonly next: () => void
}

export interface Player {
  readonly state: PlayerState
  readonly speed: Speed
  /** From 0 to 1; 0 while muted. */
  readonly volume: number
  readonly muted: boolean
  readonly play: () => void
  readonly pause: () => void
  readonly toggle: () => void
  /** To a moment in seconds; before the recording's head is here it is remembered. */
  readonly seek: (position: number) => void
  /** By seconds, back if negative. */
  readonly skip: (seconds: number) => void
  /** Remembered on the device, as the volume is. */
  readonly setSpeed: (speed: Speed) => void
  /** To the next faster (1) or slower (-1) speed; `around` from the last to the first. */
  readonly stepSpeed: (by: 1 | -1, around?: boolean) => void
  readonly setVolume: (volume: number) => void
  readonly setMuted: (muted: boolean) => void
  /** After a failure: asks for the recording again, and goes on from where it broke off. */
  readonly retry: () => void
  /** The moment that is heard right now, for what is drawn more often than the state changes. */
  readonly now: () => number
  /** For the one `<audio {...player.audio} />` on the page; it plays only while it is there. */
  readonly audio: ComponentProps<'audio'>
}

const AT_REST: PlayerState = {
  playing: false,
  ended: false,
  waiting: false,
  position: 0,
  duration: null,
  failed: false,
}

/** `wanted`: where it will begin, as long as the element does not know the recording. */
const stateOf = (audio: HTMLAudioElement, wanted: number | null): PlayerState => ({
  playing: !audio.paused && !audio.ended && !audio.error,
  ended: audio.ended,
  waiting:
    !audio.paused && !audio.ended && !audio.error && audio.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
  position: wanted ?? audio.currentTime,
  duration: Number.isFinite(audio.duration) && audio.duration > 0 ? audio.duration : null,
  failed: audio.error !== null,
})

/**
 * A player without a face: one recording, or one after another when there is a `queue`. Speed and volume are those of
 * the device.
 * @param src address of the recording; another one begins from its start, and at once if the one before was playing.
 *   Null: nothing to play
 */
export const usePlayer = ({ src, queue }: { src: string | null; queue?: PlayerQueue }): Player => {
  const element = useRef<HTMLAudioElement>(null)
  const [state, setState] = useState(AT_REST)
  const [muted, setMuted] = useState(false)
  const { speed, volume } = useSyncExternalStore(subscribePlayerSettings, getPlayerSettings)
  /** The person wants to hear something: outlives the end of a recording when there is a next one. */
  const isWanted = useRef(false)
  /** A moment that was asked for before the element could go there. */
  const wantedPosition = useRef<number | null>(null)

  const read = () => {
    if (element.current) setState(stateOf(element.current, wantedPosition.current))
  }

  useEffect(() => {
    const audio = element.current
    if (!audio) return
    audio.volume = volume
    audio.muted = muted
    // Loading a source resets the speed to the default one.
    audio.defaultPlaybackRate = speed
    audio.playbackRate = speed
  }, [speed, volume, muted])

  const begin = () => {
    // The element's own events report failures; a pause before playing began is none.
    element.current?.play().catch(() => undefined)
  }
  const takeUp = useEffectEvent((address: string | null) => {
    wantedPosition.current = null
    if (address !== null && isWanted.current) begin()
  })
  useEffect(() => takeUp(src), [src])

  const play = () => {
    isWanted.current = true
    begin()
  }
  const pause = () => {
    isWanted.current = false
    element.current?.pause()
  }
  const seek = (position: number) => {
    const audio = element.current
    if (!audio) return
    const to = Math.max(0, position)
    if (audio.readyState >= HTMLMediaElement.HAVE_METADATA) audio.currentTime = Math.min(to, audio.duration)
    else {
      wantedPosition.current = to
      audio.preload = 'metadata'
    }
    read()
  }
  const stepSpeed = (by: 1 | -1, around = false) => {
    const index = SPEEDS.indexOf(speed) + by
    const next = around ? SPEEDS[(index + SPEEDS.length) % SPEEDS.length] : SPEEDS[index]
    if (next !== undefined) setPlayerSettings({ speed: next })
  }
  const setVolume = (next: number) => {
    setMuted(false)
    setPlayerSettings({ volume: Math.min(Math.max(next, 0), 1) })
  }
  const now = () => wantedPosition.current ?? element.current?.currentTime ?? 0

  return {
    state,
    speed,
    volume: muted ? 0 : volume,
    muted: muted || volume === 0,
    play,
    pause,
    toggle: () => (state.playing ? pause() : play()),
    seek,
    skip: (seconds) => seek(now() + seconds),
    setSpeed: (next) => setPlayerSettings({ speed: next }),
    stepSpeed,
    setVolume,
    setMuted: (next) => {
      // Silence that was chosen with the slider has no loudness to come back to.
      if (!next && volume === 0) setPlayerSettings({ volume: 1 })
      setMuted(next)
    },
    retry: () => {
      wantedPosition.current = now()
      element.current?.load()
      play()
    },
    now,
    audio: {
      ref: element,
      src: src ?? undefined,
      preload: 'none',
      onLoadedMetadata: ({ currentTarget: audio }) => {
        if (wantedPosition.current !== null)
          audio.currentTime = Math.min(wantedPosition.current, audio.duration)
        wantedPosition.current = null
        read()
      },
      onEnded: () => {
        read()
        if (queue) queue.next()
        else isWanted.current = false
      },
      onPlay: read,
      onPlaying: read,
      onPause: read,
      onWaiting: read,
      onCanPlay: read,
      onTimeUpdate: read,
      onSeeked: read,
      onDurationChange: read,
      onEmptied: read,
      onError: read,
    },
  }
}
