import { useEffect, useRef } from 'react'
import { isApiError } from '#/api/error.ts'
import { onReturn, PASSING } from '#/api/transport/connection.ts'

/** So often reading goes on by itself: an open page is no reason to ask a sick service for ever. */
const MOST_BY_ITSELF = 5

/** Reading that nothing came for goes on when answers come again, and one that a session, or the company's sign-in, ended under when its person is back. */
export const useGoingOn = (failure: Error | null, goOn: () => void) => {
  const left = useRef(MOST_BY_ITSELF)
  const isWaiting = isApiError(failure, ...PASSING)
  useEffect(() => {
    if (!isWaiting) return undefined
    return onReturn(() => {
      if (left.current-- > 0) goOn()
    })
  }, [isWaiting, goOn])
}
