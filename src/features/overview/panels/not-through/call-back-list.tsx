import { createContext, use, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'

/** Where the region "Did not get through" stands on the page. */
export const NOT_THROUGH_PLACE = 'did-not-get-through'

interface CallBackList {
  /** All callers to call back are shown, not only the first. */
  readonly isWhole: boolean
  readonly setWhole: (isWhole: boolean) => void
}

const CallBackContext = createContext<CallBackList | null>(null)

/** Whom to call back is named in one region and listed in another. */
export const CallBackProvider = ({ children }: { children: ReactNode }) => {
  const [isWhole, setWhole] = useState(false)
  return <CallBackContext value={{ isWhole, setWhole }}>{children}</CallBackContext>
}

export const useCallBackList = (): CallBackList => {
  const list = use(CallBackContext)
  if (list === null) throw new Error('A panel of the overview stands outside of it')
  return list
}

/** Shows all callers to call back, brings the list into view and the focus to it. */
export const useShowCallBacks = (): (() => void) => {
  const { setWhole } = useCallBackList()
  return () => {
    flushSync(() => setWhole(true))
    const place = document.getElementById(NOT_THROUGH_PLACE)
    place?.scrollIntoView({ block: 'start' })
    place?.focus({ preventScroll: true })
  }
}
