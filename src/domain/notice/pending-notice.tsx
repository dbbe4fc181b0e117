import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Button } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'

const STILL_LOADING_MS = 5000

/** Below a first load's skeleton: after five seconds "Still loading" with Cancel, then a way back. */
export const PendingNotice = ({
  query,
  queryKey,
  className = 'px-4',
}: {
  query: { isPending: boolean; fetchStatus: string; refetch: () => unknown }
  queryKey: QueryKey
  className?: string
}) => {
  const queryClient = useQueryClient()
  const fetching = query.isPending && query.fetchStatus === 'fetching'
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!fetching) return undefined
    const timer = setTimeout(() => setLate(true), STILL_LOADING_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [fetching])
  const cancelled = query.isPending && query.fetchStatus === 'idle'
  const isLate = fetching && late
  return (
    <div aria-live="polite" className={classNames('text-13 empty:hidden', className)}>
      {/* One line, so that the pressed button keeps focus. */}
      {(isLate || cancelled) && (
        <p className="flex items-center gap-3 py-3">
          <Icon name={isLate ? 'clock' : 'info'} className="text-text-3" />
          {isLate ? m.still_loading() : m.error_aborted()}
          <Button onClick={() => void (isLate ? queryClient.cancelQueries({ queryKey }) : query.refetch())}>
            {isLate ? m.cancel() : m.retry()}
          </Button>
        </p>
      )}
    </div>
  )
}
