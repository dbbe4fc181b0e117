import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import { hiddenOf, type Hidden } from '#/domain/figures/hidden-figures.ts'

/** What the client whose contacts these are is not to show. */
export const useHidden = (): Hidden => hiddenOf(useHiddenFields())
