import { useIdleCode } from '#/ui/use-idle-code.ts'
import { whenIdle } from '#/ui/when-idle.ts'
import { useOverview } from './use-overview.ts'

const fetchBelow = async () => (await import('#/features/overview/panels/below.tsx')).BELOW_PARTS

export const useBelow = () => useIdleCode(fetchBelow)

const fetchLater = async () => (await import('#/features/overview/panels/later.tsx')).LATER_PARTS
const notYet = () => () => {}

/** Code loaded at idle, not beside the first figures; null: not loaded yet. */
export const useLater = () => {
  const { state, failure, uncounted } = useOverview('state', 'failure', 'uncounted')
  const isAnswered = state !== null || failure !== null || uncounted !== null
  return useIdleCode(fetchLater, isAnswered ? whenIdle : notYet)
}
