import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { isApiError } from '#/api/error.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { isMissingPart } from '#/domain/notice/missing-part.ts'
import { signInHere } from './company-sign-in/expiry.ts'
import { MissingPartPage } from './company-sign-in/missing-part-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** What a page shows when it could not be made; the frame around it stays. */
export const ErrorPage = ({ error }: ErrorComponentProps) => {
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  if (isMissingPart(error)) return <MissingPartPage onRetry={retry} />
  if (isApiError(error, 'not-found')) return <NotFoundPage text={m.error_not_found()} />
  return (
    <LoadError
      error={error}
      title={m.error_title()}
      level={1}
      // Asking again from here would meet the same sign-in; the address itself leads through it.
      onRetry={isApiError(error, 'sso-required') ? signInHere : retry}
    />
  )
}
