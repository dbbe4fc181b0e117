import { useSyncExternalStore } from 'react'

/** The one breakpoint, as in styles.css. */
const PHONE = '(width <= 760px)'

/** Up to here the rail is one of icons, as in styles.css. */
const TABLET = '(width < 1024px)'

/** Up to here a table beside the rail has no room for what is only good to know. */
const NARROW = '(width < 1180px)'

const watch = (query: string) => (listener: () => void) => {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
const watchPhone = watch(PHONE)
const watchTablet = watch(TABLET)
const watchNarrow = watch(NARROW)

/** Whether the phone layout is shown. For what CSS alone cannot lay out: two different orders of the same parts. */
export const useIsPhone = (): boolean => useSyncExternalStore(watchPhone, () => matchMedia(PHONE).matches)

/** Whether the window has no room for a rail with words beside the page. */
export const useIsTablet = (): boolean => useSyncExternalStore(watchTablet, () => matchMedia(TABLET).matches)

/** Whether a table of seven columns has to do with five. */
export const useIsNarrow = (): boolean => useSyncExternalStore(watchNarrow, () => matchMedia(NARROW).matches)
