import * as z from 'zod'
import type { Embedding } from '#/contract/embed/embed.ts'
import { ConfigError, toggle, variable } from './variables.ts'

/** A host by name or address and perhaps a port, as a browser writes an origin. No wildcard, and nothing that means anything in a policy. */
const ORIGIN = /^https:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/

/** What a page may ask for, and how it is answered. */
interface EmbeddingSettings extends Embedding {
  /** Portals isolate themselves (Cross-Origin-Embedder-Policy), so a page in a frame does too. */
  readonly isolated: boolean
}

/** Which pages may show Callboard in a frame, and by which cookie a session is known there. */
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

/** Null: no page may. @throws ConfigError */
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
