import { setTimeout } from 'node:timers/promises'
import { clientAddress, networkOf, type AddressList } from '#/server/http/client-address.ts'
import type { AppContext, AppEnv } from '#/server/http/exchange.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import { createSharedRateLimiter } from './rate-limit.ts'
import type { Seal } from './seal.ts'
import type { Tries } from './tries.ts'
import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod'

const MINUTE = 60_000
/** Wrong tries for one account from one network. Elsewhere, and for another account, they count for nothing. */
const PER_ACCOUNT = [
  { count: 5, ms: MINUTE },
  { count: 20, ms: 60 * MINUTE },
]
/** On a device where the account has signed in before. Beyond it the device is like any other. */
const PER_DEVICE = [
  { count: 10, ms: MINUTE },
  { count: 60, ms: 60 * MINUTE },
]
/** Wrong tries for whatever accounts from one network: one password tried on many accounts. Known devices are exempt. */
const PER_NETWORK = [{ count: 60, ms: 10 * MINUTE }]

/** The first two wrong tries cost nothing: people mistype. */
const FREE_TRIES = 2
const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 2_000

/** One account, however its name is written: letters that look alike, case, and what cannot be seen. */
export const accountNamed = (email: string): string =>
  email
    .normalize('NFKC')
    .replace(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()

export interface SignInGuardOptions {
  readonly seal: Seal
  readonly tries: Tries
  readonly trustedProxies: AddressList
  readonly now: () => number
  readonly monotonic: () => number
  /** Replaced in tests. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const pauseFor = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal })

/** Becomes `__Host-callboard-device`. It opens nothing: it says that accounts have signed in here before. */
const COOKIE = 'callboard-device'
const BOUND = 'device'
const MAX_AGE_S = 180 * 24 * 3600
/** A computer at a reception desk has a few. */
const MAX_ACCOUNTS = 8

const sealed = z.object({ id: z.string(), accounts: z.array(z.string()), at: z.number() })
type Device = z.infer<typeof sealed>

/** The device whose cookie a request carries; null: none, an old one, or not sealed by us. */
const readDevice = (c: Context<AppEnv>, seal: Pick<Seal, 'open'>, now: () => number): Device | null => {
  const text = seal.open(getCookie(c, COOKIE, 'host') ?? '', BOUND)
  const device = text === null ? null : sealed.parse(JSON.parse(text))
  return device && now() - device.at < MAX_AGE_S * 1000 ? device : null
}

/** @param account a pseudonym: even decoded, the cookie does not identify a person */
const rememberDevice = (
  c: Context<AppEnv>,
  seal: Pick<Seal, 'close'>,
  now: () => number,
  known: Device | null,
  account: string,
) => {
  const device: Device = {
    id: known?.id ?? randomBytes(16).toString('base64url'),
    accounts: [account, ...(known?.accounts ?? []).filter((one) => one !== account)].slice(0, MAX_ACCOUNTS),
    at: now(),
  }
  setCookie(c, COOKIE, seal.close(JSON.stringify(device), BOUND), {
    prefix: 'host',
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Strict',
    maxAge: MAX_AGE_S,
  })
}

/**
 * Stands before every sign-in: guessing gets slow, then stops for that account and network, then for that network, and no
 * user is locked out by what others try: not on another network, and never on a device where the account has signed in
 * before.
 */
export const createSignInGuard = (options: SignInGuardOptions) => {
  const { seal, trustedProxies, now, pause = pauseFor } = options
  const perAccount = createSharedRateLimiter('sign-in', PER_ACCOUNT, options)
  const perDevice = createSharedRateLimiter('sign-in on a device', PER_DEVICE, options)
  const perNetwork = createSharedRateLimiter('sign-in of a network', PER_NETWORK, options)

  const delayOf = (wrong: number) =>
    wrong < FREE_TRIES ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (wrong - FREE_TRIES), MAX_DELAY_MS)
  const refuse = (wait: number) => {
    throw failure('rate_limited', { headers: { 'Retry-After': String(Math.ceil(wait / 1000)) } })
  }

  /**
   * Runs one try.
   * @param who an e-mail address or a key: counted by its keyed hash
   * @returns what it gave, and what makes the device one where this account has signed in
   * @throws Failure `rate_limited`, or what the try does
   */
  return async <T>(
    c: AppContext,
    who: string,
    attempt: () => Promise<T>,
  ): Promise<{ result: T; remember: () => void }> => {
    const account = seal.pseudonym('account', who)
    const network = networkOf(clientAddress(c, trustedProxies))
    const device = readDevice(c, seal, now)
    const isKnown =
      device?.accounts.includes(account) === true && (await perDevice.take(`${device.id} ${account}`)) === 0
    const [limiter, key] = isKnown
      ? [perDevice, `${device.id} ${account}`]
      : [perAccount, `${network} ${account}`]
    if (!isKnown) {
      const wrong = await limiter.count(key)
      const wait = await limiter.take(key)
      if (wait > 0) refuse(wait)
      const networkWait = await perNetwork.take(network)
      if (networkWait > 0) {
        await limiter.giveBack(key)
        refuse(networkWait)
      }
      const delay = delayOf(wrong)
      if (delay > 0) await pause(delay, c.req.raw.signal)
    }
    try {
      const result = await attempt()
      await limiter.forgive(key)
      if (!isKnown) await perNetwork.giveBack(network)
      return { result, remember: () => rememberDevice(c, seal, now, device, account) }
    } catch (error) {
      // An outage must not lock out a user who tries again after it.
      if (!(error instanceof Failure && error.error === 'unauthorized')) {
        await limiter.giveBack(key)
        if (!isKnown) await perNetwork.giveBack(network)
      }
      throw error
    }
  }
}
