import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { useFocusPassedOn } from './use-focus-passed-on.ts'

/** When waiting needs a word and a way out. */
const STILL_LOADING_MS = 5000

/** Under the skeleton of a first load: after five seconds "Still loading" with Cancel, and after that the way back. */
export const PendingNotice = ({
  query,
  queryKey,
}: {
  query: { isPending: boolean; fetchStatus: string; refetch: () => unknown }
  queryKey: QueryKey
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
  // One line for both, so that a button that was pressed goes on to have the focus.
  const line = fetching && late ? 'late' : cancelled ? 'cancelled' : null
  return (
    <div aria-live="polite" className="px-4 text-13 empty:hidden">
      {line !== null && (
        <Line
          {...(line === 'late'
            ? {
                icon: 'clock',
                text: m.still_loading(),
                action: m.cancel(),
                onPress: () => void queryClient.cancelQueries({ queryKey }),
              }
            : {
                icon: 'info',
                text: m.error_aborted(),
                action: m.retry(),
                onPress: () => void query.refetch(),
              })}
        />
      )}
    </div>
  )
}

const Line = ({
  icon,
  text,
  action,
  onPress,
}: {
  icon: 'clock' | 'info'
  text: string
  action: string
  onPress: () => void
}) => {
  const line = useFocusPassedOn<HTMLParagraphElement>()
  return (
    <p ref={line} className="flex items-center gap-3 py-3">
      <Icon name={icon} className="text-text-3" />
      {text}
      <Button onClick={onPress}>{action}</Button>
    </p>
  )
}
