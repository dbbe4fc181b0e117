import * as z from 'zod'
import type { Embedding } from '#/contract/embed/embed.ts'
import { ConfigError, toggle, variable } from './variables.ts'

/** An https origin as browsers write it: no wildcards, and no characters of a policy. */
const ORIGIN = /^https:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/

interface EmbeddingSettings extends Embedding {
  /** Embedding pages with Cross-Origin-Embedder-Policy require it of us too. */
  readonly isolated: boolean
}

export const embeddingVariables = {
  EMBED_ANCESTORS: variable(
    '',
    'Origins of the pages that may show Callboard in a frame (docs/embedding.md), separated by commas: exact, https, no wildcard, no path. Needs an https PUBLIC_URL.',
    z
      .string()
      .transform((value) => value.split(',').map((origin) => origin.trim()))
      .refine(
        (origins) => origins.every((one) => ORIGIN.test(one) && URL.parse(one)?.origin === one),
        'must be exact https origins such as https://portal.example.com, separated by commas: no wildcard, no path',
      )
      .optional(),
  ),
  EMBED_COOKIE: variable(
    'samesite',
    'The cookie of a session in a frame: samesite, the ordinary one, for portals of the same site as PUBLIC_URL; partitioned, one of its own, for portals of other sites, not with AUTH_MODE=proxy.',
    z.enum(['samesite', 'partitioned'], 'must be samesite or partitioned').optional(),
  ),
  EMBED_COEP: variable(
    '0',
    '1 for portals that isolate themselves (Cross-Origin-Embedder-Policy): in a frame, so does Callboard. Only with EMBED_ANCESTORS.',
    toggle(false),
  ),
}
const schema = z.object(embeddingVariables)

/**
 * Null: no embedding.
 * @throws ConfigError
 */
export const embeddingOf = (
  {
    EMBED_ANCESTORS: ancestors,
    EMBED_COOKIE: cookie = 'samesite',
    EMBED_COEP: isolated,
  }: z.infer<typeof schema>,
  { isHttps, authMode }: { readonly isHttps: boolean; readonly authMode: string },
): EmbeddingSettings | null => {
  if (ancestors === undefined) {
    if (isolated) throw new ConfigError('EMBED_COEP needs EMBED_ANCESTORS')
    return null
  }
  if (!isHttps) throw new ConfigError('EMBED_ANCESTORS needs a PUBLIC_URL of https')
  if (cookie === 'partitioned' && authMode === 'proxy')
    throw new ConfigError(
      "EMBED_COOKIE=partitioned does not go with AUTH_MODE=proxy: the proxy's own sign-in does not reach a frame on another site",
    )
  return { ancestors, cookie, isolated }
}
