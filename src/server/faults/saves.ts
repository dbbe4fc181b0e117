import { jsonAnswer, type Fault } from './answer.ts'

/** In the service's own words, one for each value it does not like (G13). */
export const refusedSave: Fault = async () =>
  jsonAnswer(400, { error: { domain: 'is taken', phone_number: 'must have 11 digits', plan: 'has run out' } })

/** What was sent is answered as if it were kept, and the agency stays as it was. */
export const lyingAgencySave: Fault = async (request, fetch) => {
  const sent = (await request.clone().json()) as { readonly agency: object }
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  const response = await fetch(new Request(request.url, { headers, signal: request.signal }))
  const [held] = (await response.json()) as readonly { readonly agency: object }[]
  return jsonAnswer(200, { agency: { ...held?.agency, ...sent.agency } })
}

/** The write is carried out and its answer is lost. */
export const lostAgencyAnswer: Fault = async (request, fetch) => {
  await fetch(request)
  throw new TypeError('connection reset')
}

/** The object has an option on that its possible values do not list and the document does not name. */
export const unknownOption: Fault = async (request, fetch) => {
  const response = await fetch(request)
  const answer = (await response.json()) as { obj?: { script_config: readonly string[] } }
  if (!answer.obj) return jsonAnswer(response.status, answer)
  return jsonAnswer(200, { obj: { ...answer.obj, script_config: [...answer.obj.script_config, 'legacy'] } })
}

/** Says that it kept the options, and has left out the first of them. */
export const lyingScriptSave: Fault = async (request, fetch) => {
  const { script_config } = (await request.clone().json()) as { script_config: Record<string, string> }
  const kept = Object.fromEntries(Object.entries(script_config).slice(1))
  return fetch(new Request(request, { method: 'POST', body: JSON.stringify({ script_config: kept }) }))
}

/** Keeps the options; the answer does not come. */
export const lostScriptAnswer: Fault = async (request, fetch) => {
  await fetch(request)
  return jsonAnswer(504, { error: 'unknown_error' })
}
