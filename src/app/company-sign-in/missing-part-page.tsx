import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#/api/error.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { explainMissingPart } from './missing-part.ts'

/** In place of a page whose part has not come, once it is known why. */
export const MissingPartPage = ({ onRetry }: { onRetry: () => void }) => {
  const [error, setError] = useState<ApiError | null>(null)
  useEffect(() => {
    let isShown = true
    const explain = async () => {
      const why = await explainMissingPart()
      // Our server has no such part any more, and the page was loaded anew already: the next try may be better.
      if (isShown) setError(new ApiError(why === 'ours' ? 'unavailable' : why))
    }
    void explain()
    return () => {
      isShown = false
    }
  }, [])
  const retry = useEffectEvent(onRetry)
  // What did not come for want of a network comes with it.
  useEffect(() => {
    const again = () => retry()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])
  return error && <LoadError error={error} title={m.error_title()} level={1} onRetry={onRetry} />
}
