import { useIdleCode } from '#/ui/use-idle-code.ts'

const fetchFields = () => import('./filter-fields.tsx')

/** The editors of the filters; null: their code has not come yet. */
export const useFilterFields = () => useIdleCode(fetchFields)
