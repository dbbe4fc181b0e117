import { endpoints } from '#/contract/endpoints.ts'
import type { ScriptConfigBody } from '#/contract/script-config.ts'
import { callApi, type Scope } from './client.ts'

/** `POST /v2/objs/<oid>/script_config` (API document 4.2). The answer is empty: read the object again (G11). */
export const saveScriptConfig = async (scope: Scope, oid: string, body: ScriptConfigBody): Promise<void> => {
  await callApi(endpoints.script_config, { scope, values: { oid }, body })
}
