import { queryOptions } from '@tanstack/react-query'
import {
  embedding,
  embedAuthCodeAnswer,
  type Embedding,
  type FrameSessionBody,
  type EmbedAuthCodeBody,
} from '#/contract/embed/embed.ts'
import { parse, send } from './client.ts'
import { isApiError } from './error.ts'
import { EMBED_KEY } from './keys.ts'

export const askForEmbedding = async (signal?: AbortSignal): Promise<Embedding | null> => {
  try {
    return parse(embedding, await send('GET', '/embed', { signal }))
  } catch (error) {
    if (isApiError(error, 'not-found')) return null
    throw error
  }
}

export const embeddingQuery = queryOptions({
  queryKey: EMBED_KEY,
  queryFn: ({ signal }) => askForEmbedding(signal),
  staleTime: Infinity,
})

export const giveCode = async (body: EmbedAuthCodeBody): Promise<string> =>
  parse(embedAuthCodeAnswer, await send('POST', '/embed/codes', { body })).code

/** Exchanges a code for the frame's session; whether the cookie was accepted shows with the next request. */
export const redeemCode = async (body: FrameSessionBody): Promise<void> => {
  await send('POST', '/embed/session', { body })
}
