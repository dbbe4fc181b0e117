import { jsonAnswer, type Fault } from './answer.ts'

/** Messages of the service by value (G13). */
export const refusedSave: Fault = async () =>
  jsonAnswer(400, { error: { domain: 'is taken', phone_number: 'must have 11 digits', plan: 'has run out' } })

export const lyingAgencySave: Fault = async (request, fetch) => {
  const sent = (await request.clone().json()) as { readonly agency: object }
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  const response = await fetch(new Request(request.url, { headers, signal: request.signal }))
  const [held] = (await response.json()) as readonly { readonly agency: object }[]
  return jsonAnswer(200, { agency: { ...held?.agency, ...sent.agency } })
}

export const lostAgencyAnswer: Fault = async (request, fetch) => {
  await fetch(request)
  throw new TypeError('connection reset')
}

/** An enabled option that is neither possible nor documented. */
export const unknownOption: Fault = async (request, fetch) => {
  const response = await fetch(request)
  const answer = (await response.json()) as { obj?: { script_config: readonly string[] } }
  if (!answer.obj) return jsonAnswer(response.status, answer)
  return jsonAnswer(200, { obj: { ...answer.obj, script_config: [...answer.obj.script_config, 'legacy'] } })
}

export const lyingScriptSave: Fault = async (request, fetch) => {
  const { script_config } = (await request.clone().json()) as { script_config: Record<string, string> }
  const stored = Object.fromEntries(Object.entries(script_config).slice(1))
  return fetch(new Request(request, { method: 'POST', body: JSON.stringify({ script_config: stored }) }))
}

export const lostScriptAnswer: Fault = async (request, fetch) => {
  await fetch(request)
  return jsonAnswer(504, { error: 'unknown_error' })
}
