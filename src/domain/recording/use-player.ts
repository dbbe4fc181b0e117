import { useEffect, useEffectEvent, useRef, useState, type ComponentProps } from 'react'
import { setPlayerSettings, SPEEDS, usePlayerSettings, type Speed } from '#/domain/preferences/player.ts'

/** State of the `<audio>` element; seconds. */
interface PlayerState {
  readonly playing: boolean
  readonly ended: boolean
  /** Playing, but buffering. */
  readonly waiting: boolean
  readonly position: number
  /** Null: metadata not loaded. */
  readonly duration: number | null
  readonly failed: boolean
}

export interface PlayerQueue {
  /** The recording ended; the owner sets the next `src`, which plays automatically, or none. */
  readonly next: () => void
}

export interface Player {
  readonly state: PlayerState
  readonly speed: Speed
  /** From 0 to 1; 0 if muted. */
  readonly volume: number
  readonly muted: boolean
  readonly play: () => void
  readonly pause: () => void
  readonly toggle: () => void
  /** Seconds; applied after metadata loads. */
  readonly seek: (position: number) => void
  readonly skip: (seconds: number) => void
  /** Stored on the device, as is the volume. */
  readonly setSpeed: (speed: Speed) => void
  /** Next faster (1) or slower (-1) speed; `around` wraps. */
  readonly stepSpeed: (by: 1 | -1, around?: boolean) => void
  readonly setVolume: (volume: number) => void
  readonly setMuted: (muted: boolean) => void
  /** After a failure: reloads and resumes. */
  readonly retry: () => void
  /** Current time, for drawing between state updates. */
  readonly now: () => number
  /** For the page's one `<audio {...player.audio} />`. */
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

/** `wanted`: start position until metadata loads. */
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
 * Headless player. Speed and volume are stored on the device.
 * @param src another one starts from the beginning, playing if the previous was. Null: nothing to play
 */
export const usePlayer = ({ src, queue }: { src: string | null; queue?: PlayerQueue }): Player => {
  const element = useRef<HTMLAudioElement>(null)
  const [state, setState] = useState(AT_REST)
  const [muted, setMuted] = useState(false)
  const { speed, volume } = usePlayerSettings()
  /** Play intent; survives the end of a recording if another follows. */
  const isWanted = useRef(false)
  const wantedPosition = useRef<number | null>(null)

  const read = () => {
    if (element.current) setState(stateOf(element.current, wantedPosition.current))
  }

  useEffect(() => {
    const audio = element.current
    if (!audio) return
    audio.volume = volume
    audio.muted = muted
    // Loading a source resets the speed to the default.
    audio.defaultPlaybackRate = speed
    audio.playbackRate = speed
  }, [speed, volume, muted])

  const begin = () => {
    // Failures are reported by events; a pause before playback rejects too.
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
      // Volume 0 by the slider has nothing to restore.
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
