import { useIdleCode } from '#/ui/use-idle-code.ts'

const fetchLater = async () => (await import('#/features/overview/panels/later.tsx')).LATER_PARTS

/** Code loaded at idle; null: not loaded yet. */
export const useLater = () => useIdleCode(fetchLater)
