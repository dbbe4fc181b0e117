import type { ClientRead } from '#/contract/agency.ts'

/**
 * Names of call fields that a client's account is not to show (G12): columns and panes of these names are left out.
 * The shape of `hidden_fields` is not documented; anything but a list of strings hides nothing.
 */
export const hiddenFields = (client: Pick<ClientRead, 'hidden_fields'> | undefined): ReadonlySet<string> => {
  const names: unknown = client?.hidden_fields
  return new Set(Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : [])
}
