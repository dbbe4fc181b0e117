import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keysOf } from '#/api/keys.ts'
import { objectQuery } from '#/api/objects.ts'
import { saveScriptConfig } from '#/api/script-config.ts'
import type { ScriptConfigBody } from '#/contract/script-config.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import type { Service } from './save.ts'

/** The requests of the editor, and what they do to the cached object that everything else on the page reads. */
export const useService = (oid: string) => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  const query = objectQuery(scope, oid)
  const { queryKey } = query
  const { mutateAsync: send } = useMutation({
    mutationFn: (body: ScriptConfigBody) => saveScriptConfig(scope, oid, body),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: keysOf(scope, 'objects'), refetchType: 'none' }),
  })
  const service: Service = {
    send,
    read: async () => {
      // An answer that is on its way already may be from before the save.
      await queryClient.cancelQueries({ queryKey })
      return queryClient.fetchQuery({ ...query, staleTime: 0 })
    },
  }
  return {
    service,
    /** The service has taken these, but does not answer: they are shown until it does. */
    assume: (options: readonly string[]) => {
      queryClient.setQueryData(queryKey, (object) => object && { ...object, script_config: [...options] })
      return queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
    },
    refresh: () => queryClient.invalidateQueries({ queryKey }),
  }
}
