import { createHash, timingSafeEqual } from 'node:crypto'
import type { ProxyAuth } from '#/server/config/auth.ts'
import { peerAddress } from '#/server/http/client-address.ts'
import type { AppContext } from '#/server/http/exchange.ts'
import type { Log } from '#/server/log.ts'
import { accountNamed } from '#/server/session/sign-in-guard.ts'
import type { Identity } from '../identity.ts'
import { createAssertionReader } from './assertion.ts'
import { saidHeader } from './said-header.ts'

const MAX_ASSERTION = 16 * 1024
const MAX_NAME = 254
const MAX_GROUPS = 8 * 1024
const MAX_SECRET = 512
/** As oauth2-proxy and others hand on a token. */
const BEARER = /^bearer /i
/** Addresses and short names: nothing that separates, encodes or quotes. */
const NAME = /^[\w.@+:|/\\'-]+$/

const digest = (text: string) => createHash('sha256').update(text).digest()
/** In the same time whatever they are. */
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))

type Refusal = Pick<Extract<Parameters<Log>[0], { event: 'no-identity' }>, 'reason' | 'code'>
const refusal = (reason: Refusal['reason'], code: string | null = null): Refusal => ({ reason, code })

/**
 * The person that the proxy names with this request; null when it names none, or none that may come in.
 * @throws ConfigError for a key set that cannot be read
 */
export const createIdentify = (auth: ProxyAuth, { log, now }: { log: Log; now: () => number }) => {
  const { header, assertion, groups, trusted, secret } = auth
  const read = assertion && createAssertionReader(assertion, { groups, now })

  const fromPlain = (c: AppContext, value: string): Identity | Refusal => {
    if (!NAME.test(value)) return refusal('header')
    const named = groups === null ? null : saidHeader(c, groups, MAX_GROUPS)
    if (named?.isWrong) return refusal('header')
    const isAddress = value.includes('@')
    const name = isAddress ? accountNamed(value) : value
    return {
      via: 'proxy',
      subject: `${header}|${name}`,
      email: isAddress ? name : null,
      name: null,
      groups: (named?.value ?? '').split(',').map((group) => group.trim()),
    }
  }

  const judge = async (c: AppContext): Promise<Identity | Refusal> => {
    if (trusted && !trusted.has(peerAddress(c))) return refusal('address')
    if (secret && !isSame(saidHeader(c, secret.header, MAX_SECRET).value ?? '', secret.value))
      return refusal('secret')
    const { value } = saidHeader(c, header, read ? MAX_ASSERTION : MAX_NAME)
    if (value === null) return refusal('header')
    if (!read) return fromPlain(c, value)
    const said = await read(value.replace(BEARER, ''))
    return typeof said === 'string' ? refusal('assertion', said) : said
  }

  const identify = async (c: AppContext): Promise<Identity | null> => {
    const judged = await judge(c)
    if ('reason' in judged) {
      log({ event: 'no-identity', ...judged, request_id: c.get('requestId') })
      return null
    }
    // In one order, so that the same groups are the same person's.
    return { ...judged, groups: [...new Set(judged.groups)].filter(Boolean).toSorted() }
  }

  const known = new WeakMap<Request, Promise<Identity | null>>()
  /** @throws Failure `sign_in_unavailable` */
  return (c: AppContext): Promise<Identity | null> => {
    const one = known.get(c.req.raw) ?? identify(c)
    known.set(c.req.raw, one)
    return one
  }
}
