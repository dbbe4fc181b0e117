import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keysOf } from '#/api/keys.ts'
import { objectQuery } from '#/api/objects.ts'
import { saveScriptConfig } from '#/api/script-config.ts'
import type { ObjRead } from '#/contract/object.ts'
import { toScriptConfigBody, type ScriptConfigBody } from '#/contract/script-config.ts'
import type { Repository } from '#/domain/saving/save-and-check.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { codesOf, diffConfig, isSameConfig } from './draft.ts'

/** Sends all enabled options with codes from a fresh read (G11). */
export const optionsRepository = (
  read: () => Promise<ObjRead>,
  send: (body: ScriptConfigBody) => Promise<unknown>,
): Repository<ObjRead, readonly string[]> => ({
  read,
  valueOf: (object) => object.script_config,
  isSame: isSameConfig,
  readsFirst: true,
  sending: (chosen, object) => {
    if (object === null) return null
    const codes = codesOf(object)
    // The option has lost its code.
    if (diffConfig({ base: chosen, chosen }, codes).unknown.length > 0) return null
    return () => send(toScriptConfigBody(chosen, codes))
  },
})

export const useOptionsRepository = (oid: string) => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  const query = objectQuery(scope, oid)
  const { queryKey } = query
  const { mutateAsync: send } = useMutation({
    mutationFn: (body: ScriptConfigBody) => saveScriptConfig(scope, oid, body),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: keysOf(scope, 'objects'), refetchType: 'none' }),
  })
  const keeper = optionsRepository(async () => {
    // A pending answer may predate the save.
    await queryClient.cancelQueries({ queryKey })
    return queryClient.fetchQuery({ ...query, staleTime: 0 })
  }, send)
  return {
    keeper,
    /** Optimistic until the service answers. */
    assume: (options: readonly string[]) => {
      queryClient.setQueryData(queryKey, (object) => object && { ...object, script_config: [...options] })
      return queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
    },
    refresh: () => queryClient.invalidateQueries({ queryKey }),
  }
}
