import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter, type ErrorComponentProps, Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { isApiError, ApiError } from '#/api/error.ts'
import { retryConnection, onReturn, PASSING } from '#/api/transport/connection.ts'
import type { NoAnswer } from '#/api/transport/in-between.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { isMissingPart } from '#/domain/notice/missing-part.ts'
import { signInHere } from './company-sign-in/expiry.ts'
import { explainMissingPart } from './company-sign-in/missing-part.ts'
import { buttonClass } from '#/ui/control/button.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'

export const NotFoundPage = ({ text = m.not_found_text() }: { text?: string }) => (
  <div className="px-4">
    <title>{`${m.not_found_title()} · Callboard`}</title>
    <StateMessage
      icon="search"
      level={1}
      title={m.not_found_title()}
      actions={
        <Link to="/calls" className={buttonClass()}>
          {m.to_journal()}
        </Link>
      }
    >
      {text}
    </StateMessage>
  </div>
)

const POLL_MS = 5_000

export const ErrorPage = ({ error }: ErrorComponentProps) => {
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  const retryInTime = useEffectEvent(retry)
  const isPassing = isApiError(error, ...PASSING)
  // Without the frame there is no bar that retries.
  useEffect(() => {
    if (!isPassing) return undefined
    const stop = onReturn(() => retryInTime())
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void retryConnection()
    }, POLL_MS)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [isPassing])
  if (isMissingPart(error)) return <MissingPartPage error={error} onRetry={retry} />
  if (isApiError(error, 'not-found')) return <NotFoundPage text={m.error_not_found()} />
  return (
    <LoadError
      error={error}
      title={m.error_title()}
      level={1}
      // The address itself leads through the sign-in.
      onRetry={isApiError(error, 'sso-required') ? signInHere : retry}
    />
  )
}

/** In place of a page whose part has not come, once it is known why. */
const MissingPartPage = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  const [why, setWhy] = useState<NoAnswer | null>(null)
  useEffect(() => {
    let isShown = true
    const explain = async () => {
      const found = await explainMissingPart()
      if (isShown) setWhy(found)
    }
    void explain()
    return () => {
      isShown = false
    }
  }, [])
  const retry = useEffectEvent(onRetry)
  // Retries when the network returns.
  useEffect(() => {
    const again = () => retry()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])
  if (why === null) return null
  // The page belongs to an older version, or a file is missing: only a reload helps.
  const isOurs = why === 'ours'
  return (
    <LoadError
      error={isOurs ? error : new ApiError(why)}
      title={m.error_title()}
      level={1}
      onRetry={isOurs ? () => location.reload() : onRetry}
    />
  )
}
