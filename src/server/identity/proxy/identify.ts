import { createHash, timingSafeEqual } from 'node:crypto'
import type { ProxyAuth } from '#/server/config/auth.ts'
import { peerAddress } from '#/server/http/client-address.ts'
import type { AppContext } from '#/server/http/exchange.ts'
import type { Log } from '#/server/log.ts'
import { accountNamed } from '#/server/session/sign-in-guard.ts'
import { isOddIdentity, type GroupsProblem } from '../claims.ts'
import type { Identity } from '../identity.ts'
import { createAssertionReader } from './assertion.ts'

const MAX_ASSERTION = 16 * 1024
const MAX_NAME = 254
const MAX_GROUPS = 8 * 1024
const MAX_SECRET = 512
/** As oauth2-proxy and others hand on a token. */
const BEARER = /^bearer /i
/** Addresses and short names of any script: nothing that separates, encodes or quotes. */
const NAME = /^[\p{L}\p{M}\p{N}_.@+:|/\\'-]+$/u

const digest = (text: string) => createHash('sha256').update(text).digest()
/** In the same time whatever they are. */
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))

/** Why no person is named, and a word for the person's administrator. */
export interface IdentityRefusal {
  readonly reason: Extract<Parameters<Log>[0], { event: 'no-identity' }>['reason']
  /** What is wrong with the header, or what the check of an assertion says. */
  readonly code: string | null
}
const refusal = (reason: IdentityRefusal['reason'], code: string | null = null): IdentityRefusal => ({
  reason,
  code,
})

/** What is wrong with a header that a proxy sets, as the log and the person's page name it. */
type HeaderProblem = 'repeated' | 'ambiguous_name' | 'too_long' | 'undecodable'

/** What a request says in one header: `value` null where it says nothing that can be used. */
interface IdentityHeader {
  readonly value: string | null
  readonly problem: HeaderProblem | null
}

const wrong = (problem: HeaderProblem): IdentityHeader => ({ value: null, problem })

/** Node hands bytes on as Latin-1. Visible ASCII, spaces, and bytes that have to be decoded. */
const PRINTABLE = /^[\x20-\x7e\x80-\xff]+$/

/**
 * One header that a proxy sets, as the connection brought it, not decoded yet: Node joins repeated ones by a comma, and
 * proxies differ in what they take `_` for, so a second value and a twin with underscores are both wrong.
 * @param name in small letters
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

/** A value that is not ASCII, as proxies send it: encoded by RFC 8187, or as bytes of UTF-8. Null: neither. */
const decodeHeader = (value: string): string | null => {
  const encoded = EXTENDED.exec(value)?.[1]
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded)
    // A mark of byte order is a character that is not seen: it is not taken away here.
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
 * The person that the proxy names with this request, or why it names none.
 * @throws ConfigError for a key set that cannot be read
 */
export const createIdentify = (auth: ProxyAuth, { log, now }: { log: Log; now: () => number }) => {
  const { header, assertion, groups, trusted, secret } = auth
  const read = assertion && createAssertionReader(assertion, { groups, now })
  const noteGroups = (c: AppContext, problem: HeaderProblem | GroupsProblem) =>
    log({ event: 'identity-groups', problem, request_id: c.get('requestId') })

  /** What cannot be read counts as no group: rights are only ever fewer for it. */
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

  const judge = async (c: AppContext): Promise<Identity | IdentityRefusal> => {
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
    const judged = await judge(c)
    if ('reason' in judged) {
      log({ event: 'no-identity', ...judged, request_id: c.get('requestId') })
      return judged
    }
    // In one order, so that the same groups are the same person's.
    return { ...judged, groups: [...new Set(judged.groups)].filter(Boolean).toSorted() }
  }

  const known = new WeakMap<Request, Promise<Identity | IdentityRefusal>>()
  /** @throws Failure `sign_in_unavailable` */
  return (c: AppContext): Promise<Identity | IdentityRefusal> => {
    const one = known.get(c.req.raw) ?? identify(c)
    known.set(c.req.raw, one)
    return one
  }
}
