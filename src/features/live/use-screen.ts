import { useEffect, useState, useSyncExternalStore } from 'react'

/** The screen does not go dark while the page is seen, where the browser can see to it. */
export const useStayAwake = (): void => {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const ask = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      // A browser that saves its battery says no, and then the screen goes dark.
      const given = await navigator.wakeLock?.request('screen').catch(() => null)
      lock = given ?? null
      if (isOver) await lock?.release()
    }
    // It is given back whenever the page is hidden.
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

/** So long a pointer rests before it and what it is for are taken off the screen. */
const REST_MS = 3_000
const MOVES = ['pointermove', 'pointerdown', 'keydown'] as const

/** Whether a person is at the screen: a pointer has moved or a key was pressed not long ago. */
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

/** Whether the page fills the screen, and the way in and out; null: the browser cannot. */
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
