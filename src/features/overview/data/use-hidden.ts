import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import { hiddenOf, type Hidden } from '#/domain/figures/hidden-figures.ts'

export const useHidden = (): Hidden => hiddenOf(useHiddenFields())
