import { useMemo } from 'react'
import type { ClientRead } from '#/contract/agency.ts'
import { CALL_FIELD_NAMES, type CallField } from '#/contract/call-fields.ts'
import { useCurrentClient } from './current-client.ts'

/**
 * Names of call fields that a client's account is not to show (G12): columns and panes of these names are left out.
 * The shape of `hidden_fields` is not documented; anything but a list of strings hides nothing.
 */
export const hiddenFields = (client: Pick<ClientRead, 'hidden_fields'> | undefined): ReadonlySet<string> => {
  const names: unknown = client?.hidden_fields
  return new Set(Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : [])
}

/** Fields of a contact that are not to be shown. */
export type HiddenFields = ReadonlySet<CallField>

/** Hidden fields of the client whose data the page shows; only an agency's clients have any. */
export const useHiddenFields = (): HiddenFields => {
  const client = useCurrentClient()
  return useMemo(() => {
    const names = hiddenFields(client)
    return new Set(CALL_FIELD_NAMES.filter((field) => names.has(field)))
  }, [client])
}
