import { useMemo } from 'react'
import type { ClientRead } from '#/contract/agency.ts'
import { CALL_FIELD_NAMES, fieldsWithoutRight, type CallField } from '#/contract/call-fields.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useCurrentClient } from './current-client.ts'

/**
 * Hidden call fields of a client's account (G12). The shape of `hidden_fields` is undocumented; anything but a
 * list of strings hides nothing.
 */
export const hiddenFields = (client: Pick<ClientRead, 'hidden_fields'> | undefined): ReadonlySet<string> => {
  const names: unknown = client?.hidden_fields
  return new Set(Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : [])
}

/** Fields of a contact that are not to be shown. */
export type HiddenFields = ReadonlySet<CallField>

/** Fields hidden by the client or from the user. The server doesn't send them. */
export const useHiddenFields = (): HiddenFields => {
  const client = useCurrentClient()
  const { rights } = useSignedIn().session
  return useMemo(() => {
    const names = hiddenFields(client)
    return new Set([...CALL_FIELD_NAMES.filter((field) => names.has(field)), ...fieldsWithoutRight(rights)])
  }, [client, rights])
}
