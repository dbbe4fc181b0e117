import type { ReactNode } from 'react'
import type { FiguresView } from '#/domain/figures/use-figures.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'

export const AnswerState = <T,>({
  asked: { data, error, isError, refetch },
  children,
}: {
  asked: FiguresView<T>
  children: (answer: T) => ReactNode
}) => {
  const { state } = useOverview('state')
  if (data !== undefined) return children(data)
  if (isError) return <LoadError error={error} level={3} onRetry={() => void refetch()} className="" />
  return (
    <>
      {state?.is === 'loading' && <p className="text-text-2">{m.tools_wait()}</p>}
      <SkeletonLines lines={3} label={m.loading()} />
    </>
  )
}
