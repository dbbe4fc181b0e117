import { createHash, timingSafeEqual } from 'node:crypto'
import type { ProxyAuth } from '#/server/config/auth.ts'
import { peerAddress } from '#/server/http/client-address.ts'
import type { AppContext } from '#/server/http/exchange.ts'
import type { Log } from '#/server/log.ts'
import { accountNamed } from '#/server/identity/sign-in-guard.ts'
import { isOddIdentity, type GroupsProblem } from '../claims.ts'
import type { Identity } from '#/server/session/identity.ts'
import { createAssertionReader } from './assertion.ts'

const MAX_ASSERTION = 16 * 1024
const MAX_NAME = 254
const MAX_GROUPS = 8 * 1024
const MAX_SECRET = 512
/** As sent by oauth2-proxy and others. */
const BEARER = /^bearer /i
/** Addresses and short names of any script, without separators, encodings or quotes. */
const NAME = /^[\p{L}\p{M}\p{N}_.@+:|/\\'-]+$/u

const digest = (text: string) => createHash('sha256').update(text).digest()
/** In constant time. */
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))

export interface IdentityRefusal {
  readonly reason: Extract<Parameters<Log>[0], { event: 'no-identity' }>['reason']
  readonly code: string | null
}
const refusal = (reason: IdentityRefusal['reason'], code: string | null = null): IdentityRefusal => ({
  reason,
  code,
})

type HeaderProblem = 'repeated' | 'ambiguous_name' | 'too_long' | 'undecodable'

interface IdentityHeader {
  readonly value: string | null
  readonly problem: HeaderProblem | null
}

const wrong = (problem: HeaderProblem): IdentityHeader => ({ value: null, problem })

/** Node decodes headers as Latin-1: visible ASCII, spaces, and bytes still to be decoded. */
const PRINTABLE = /^[\x20-\x7e\x80-\xff]+$/

/**
 * A header set by the proxy, not decoded yet. Repeated headers and twins with underscores are refused: Node
 * joins repeated ones, and proxies differ in treating `_`.
 * @param name lower case
 * @param max characters
 */
const identityHeader = (c: AppContext, name: string, max: number): IdentityHeader => {
  const all = c.env.incoming?.headersDistinct ?? {}
  for (const other of Object.keys(all))
    if (other !== name && other.replaceAll('_', '-') === name) return wrong('ambiguous_name')
  const values = all[name] ?? []
  const [value] = values
  if (value === undefined) return { value: null, problem: null }
  if (values.length > 1) return wrong('repeated')
  if (value.length > max) return wrong('too_long')
  return PRINTABLE.test(value) ? { value, problem: null } : wrong('undecodable')
}

/** `UTF-8''%D0%90` (RFC 8187, 3.2.1). */
const EXTENDED = /^utf-8'[a-z0-9-]*'([\w!#$&+.^`|~%,-]*)$/i

/** A non-ASCII value, by RFC 8187 or as UTF-8 bytes. Null: neither. */
const decodeHeader = (value: string): string | null => {
  const encoded = EXTENDED.exec(value)?.[1]
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded)
    // Keeps a byte order mark, so that it is rejected as invisible.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    return null
  }
}

interface HeaderGroups {
  readonly groups: readonly string[]
  readonly problem: HeaderProblem | GroupsProblem | null
}

/**
 * Reads the identity of a request, or why it has none.
 * @throws ConfigError for an invalid key set
 */
export const createIdentify = (auth: ProxyAuth, { log, now }: { log: Log; now: () => number }) => {
  const { header, assertion, groups, trusted, secret } = auth
  const read = assertion && createAssertionReader(assertion, { groups, now })
  const noteGroups = (c: AppContext, problem: HeaderProblem | GroupsProblem) =>
    log({ event: 'identity-groups', problem, request_id: c.get('requestId') })

  /** Unreadable groups are ignored: that can only reduce rights. */
  const readGroups = (c: AppContext): HeaderGroups => {
    if (groups === null) return { groups: [], problem: null }
    const { value, problem } = identityHeader(c, groups, MAX_GROUPS)
    if (value === null) return { groups: [], problem }
    const isExtended = value.includes("'")
    const whole = isExtended ? decodeHeader(value) : value
    if (whole === null) return { groups: [], problem: 'undecodable' }
    const all = whole.split(',').map((one) => (isExtended ? one : decodeHeader(one))?.trim() ?? null)
    const decoded = all.filter((one) => one !== null)
    const good = decoded.filter((one) => !isOddIdentity(one))
    return {
      groups: good,
      problem:
        decoded.length < all.length ? 'undecodable' : good.length < decoded.length ? 'odd_identity' : null,
    }
  }

  const fromPlain = (c: AppContext, sent: string): Identity | IdentityRefusal => {
    const value = decodeHeader(sent)
    if (value === null) return refusal('header', 'undecodable')
    if (isOddIdentity(value)) return refusal('header', 'odd_identity')
    if (!NAME.test(value)) return refusal('header', 'not_a_name')
    const named = readGroups(c)
    if (named.problem !== null) noteGroups(c, named.problem)
    const isAddress = value.includes('@')
    const name = isAddress ? accountNamed(value) : value
    return {
      via: 'proxy',
      subject: `${header}|${name}`,
      email: isAddress ? name : null,
      name: null,
      groups: [...named.groups],
    }
  }

  const resolveIdentity = async (c: AppContext): Promise<Identity | IdentityRefusal> => {
    if (trusted && !trusted.has(peerAddress(c))) return refusal('address')
    if (secret && !isSame(identityHeader(c, secret.header, MAX_SECRET).value ?? '', secret.value))
      return refusal('secret')
    const { value, problem } = identityHeader(c, header, read ? MAX_ASSERTION : MAX_NAME)
    if (value === null) return refusal('header', problem ?? 'missing')
    if (!read) return fromPlain(c, value)
    const person = await read(value.replace(BEARER, ''))
    if (typeof person === 'string') return refusal('assertion', person)
    if (person.groupsProblem !== null) noteGroups(c, person.groupsProblem)
    return person.identity
  }

  const identify = async (c: AppContext): Promise<Identity | IdentityRefusal> => {
    const identity = await resolveIdentity(c)
    if ('reason' in identity) {
      log({ event: 'no-identity', ...identity, request_id: c.get('requestId') })
      return identity
    }
    // Sorted, so that equal groups compare equal.
    return { ...identity, groups: [...new Set(identity.groups)].filter(Boolean).toSorted() }
  }

  const known = new WeakMap<Request, Promise<Identity | IdentityRefusal>>()
  /** @throws Failure `sign_in_unavailable` */
  return (c: AppContext): Promise<Identity | IdentityRefusal> => {
    const one = known.get(c.req.raw) ?? identify(c)
    known.set(c.req.raw, one)
    return one
  }
}
