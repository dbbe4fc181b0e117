import { useEffect, useState, useSyncExternalStore } from 'react'

export const useStayAwake = (): void => {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const ask = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      // Refused in battery saving mode.
      const given = await navigator.wakeLock?.request('screen').catch(() => null)
      lock = given ?? null
      if (isOver) await lock?.release()
    }
    // Released whenever the page is hidden.
    const onSight = () => void ask()
    onSight()
    document.addEventListener('visibilitychange', onSight)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', onSight)
      void lock?.release()
    }
  }, [])
}

const REST_MS = 3_000
const MOVES = ['pointermove', 'pointerdown', 'keydown'] as const

export const useIsTouched = (): boolean => {
  const [isTouched, setIsTouched] = useState(true)
  useEffect(() => {
    const rest = () => setIsTouched(false)
    let timer = setTimeout(rest, REST_MS)
    const touch = () => {
      setIsTouched(true)
      clearTimeout(timer)
      timer = setTimeout(rest, REST_MS)
    }
    for (const move of MOVES) addEventListener(move, touch)
    return () => {
      clearTimeout(timer)
      for (const move of MOVES) removeEventListener(move, touch)
    }
  }, [])
  return isTouched
}

const subscribeFullScreen = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** Full screen state and toggle; null: not supported. */
export const useFullScreen = (): { readonly isFull: boolean; readonly toggle: () => void } | null => {
  const isFull = useSyncExternalStore(subscribeFullScreen, () => Boolean(document.fullscreenElement))
  if (!document.fullscreenEnabled) return null
  return {
    isFull,
    toggle: () =>
      void (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
        () => {},
      ),
  }
}
