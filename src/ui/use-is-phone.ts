import { useSyncExternalStore } from 'react'

/** As in styles.css. */
const PHONE = '(width <= 760px)'

/** As in styles.css. */
const TABLET = '(width < 1024px)'

/** Narrow tables omit optional columns. */
const NARROW = '(width < 1180px)'

const watch = (query: string) => (listener: () => void) => {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
const watchPhone = watch(PHONE)
const watchTablet = watch(TABLET)
const watchNarrow = watch(NARROW)

/** For layouts that CSS alone can't do. */
export const useIsPhone = (): boolean => useSyncExternalStore(watchPhone, () => matchMedia(PHONE).matches)

/** Icons only in the rail. */
export const useIsTablet = (): boolean => useSyncExternalStore(watchTablet, () => matchMedia(TABLET).matches)

/** Five instead of seven columns. */
export const useIsNarrow = (): boolean => useSyncExternalStore(watchNarrow, () => matchMedia(NARROW).matches)
