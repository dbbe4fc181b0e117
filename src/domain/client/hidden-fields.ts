import { useMemo } from 'react'
import type { ClientRead } from '#/contract/agency.ts'
import { CALL_FIELD_NAMES, fieldsWithoutRight, type CallField } from '#/contract/call-fields.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
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

/** What the client whose data the page shows hides, and what is not for who is signed in. The server sends none of it. */
export const useHiddenFields = (): HiddenFields => {
  const client = useCurrentClient()
  const { rights } = useSignedIn().session
  return useMemo(() => {
    const names = hiddenFields(client)
    return new Set([...CALL_FIELD_NAMES.filter((field) => names.has(field)), ...fieldsWithoutRight(rights)])
  }, [client, rights])
}
