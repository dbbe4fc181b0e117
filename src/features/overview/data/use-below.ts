import { useIdleCode } from '#/ui/use-idle-code.ts'

const fetchBelow = async () => (await import('#/features/overview/panels/below.tsx')).BELOW_PARTS

export const useBelow = () => useIdleCode(fetchBelow)
