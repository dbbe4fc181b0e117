import { useIdleCode } from '#/ui/use-idle-code.ts'

const fetchBelow = async () => (await import('#/features/overview/panels/below.tsx')).BELOW_PARTS

/** What is in the panels further down; null: its code has not come yet, and they keep the shape of what comes. */
export const useBelow = () => useIdleCode(fetchBelow)
