import type { ClientRead } from '#/contract/agency.ts'
import { useCurrentClient } from './current-client.ts'

/**
 * Names of call fields that a client's account is not to show (G12): columns and panes of these names are left out.
 * The shape of `hidden_fields` is not documented; anything but a list of strings hides nothing.
 */
export const hiddenFields = (client: Pick<ClientRead, 'hidden_fields'> | undefined): ReadonlySet<string> => {
  const names: unknown = client?.hidden_fields
  return new Set(Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : [])
}

/** Hidden fields of the client whose data the page shows; nobody but an agency has such a list. */
export const useHiddenFields = (): ReadonlySet<string> => hiddenFields(useCurrentClient())
