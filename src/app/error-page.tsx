import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { isApiError } from '#/api/error.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** What a page shows when it could not be made; the frame around it stays. */
export const ErrorPage = ({ error }: ErrorComponentProps) => {
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  if (isApiError(error, 'not-found')) return <NotFoundPage text={m.error_not_found()} />
  return (
    <LoadError
      error={error}
      title={m.error_title()}
      level={1}
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    />
  )
}
