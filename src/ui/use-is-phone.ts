import { useSyncExternalStore } from 'react'

/** The one breakpoint, as in styles.css. */
const PHONE = '(width <= 760px)'

const subscribe = (listener: () => void) => {
  const media = matchMedia(PHONE)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether the phone layout is shown. For what CSS alone cannot lay out: two different orders of the same parts. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(PHONE).matches)
