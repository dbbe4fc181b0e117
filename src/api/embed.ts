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

/** `GET /api/embed`: which pages may show Callboard in a frame; null: none. */
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

/** A code with which the frame that has made the challenge gets a session like the one that is open here. */
export const giveCode = async (body: EmbedAuthCodeBody): Promise<string> =>
  parse(embedAuthCodeAnswer, await send('POST', '/embed/codes', { body })).code

/** The code becomes a session of this frame; whether its cookie was kept shows only with the next request. */
export const redeemCode = async (body: FrameSessionBody): Promise<void> => {
  await send('POST', '/embed/session', { body })
}
