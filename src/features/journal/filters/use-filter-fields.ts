import { useIdleCode } from '#/ui/use-idle-code.ts'

const fetchFields = () => import('./filter-fields.tsx')

/** Null: not loaded yet. */
export const useFilterFields = () => useIdleCode(fetchFields)
