import type { ReactNode } from 'react'
import type { FiguresView } from '#/domain/figures/use-figures.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'

/** A part's answer, or its skeleton or error. */
export const AnswerState = <T,>({
  query: { data, error, isError, refetch },
  skeleton = <Waiting />,
  children,
}: {
  query: FiguresView<T>
  skeleton?: ReactNode
  children: (answer: T) => ReactNode
}) => {
  if (data !== undefined) return children(data)
  if (isError) return <LoadError error={error} level={3} onRetry={() => void refetch()} className="" />
  return skeleton
}

const Waiting = () => {
  const { state } = useOverview('state')
  return (
    <>
      {state?.is === 'loading' && <p className="text-text-2">{m.tools_wait()}</p>}
      <SkeletonLines lines={3} label={m.loading()} />
    </>
  )
}
