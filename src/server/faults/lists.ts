import { jsonAnswer, type Fault } from './answer.ts'

export const noObjects: Fault = async () =>
  jsonAnswer(200, {
    objs: [],
    meta: {
      pagination: { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_objects: 0 },
    },
  })

export const noClients: Fault = async () => jsonAnswer(200, [{ agency: { name: 'Agency', clients: [] } }])

export const oneClientFails: Fault = async (request, fetch) => {
  const response = await fetch(request)
  const text = await response.text()
  return text.includes('Motor Servis')
    ? jsonAnswer(500, { error: 'unknown_error' })
    : jsonAnswer(200, JSON.parse(text))
}

export const lostClient: Fault = async (request, fetch) => {
  const response = await fetch(request)
  const answer: unknown = await response.json()
  if (!Array.isArray(answer)) return jsonAnswer(response.status, answer)
  return jsonAnswer(
    response.status,
    answer.map(({ agency }: { agency: { clients: readonly unknown[] } }) => ({
      agency: { ...agency, clients: agency.clients.slice(1) },
    })),
  )
}

/** All clients hide callers, durations and targets (G12). */
export const hidingFields: Fault = async (request, fetch) => {
  const response = await fetch(request)
  const answer: unknown = await response.json()
  if (!Array.isArray(answer)) return jsonAnswer(response.status, answer)
  const hidden_fields = ['phone_number_from', 'duration', 'target']
  return jsonAnswer(
    response.status,
    answer.map(({ agency }: { agency: { clients: readonly object[] } }) => ({
      agency: { ...agency, clients: agency.clients.map((client) => ({ ...client, hidden_fields })) },
    })),
  )
}
