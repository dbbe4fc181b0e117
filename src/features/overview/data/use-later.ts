import { useIdleCode } from '#/ui/use-idle-code.ts'

const fetchLater = async () => (await import('#/features/overview/panels/later.tsx')).LATER_PARTS

/** What panels show later; null: its code has not come yet. */
export const useLater = () => useIdleCode(fetchLater)
