import { setTimeout } from 'node:timers/promises'
import { clientAddress, networkOf } from '#/server/http/client-address.ts'
import type { AddressList } from '#/server/config/address-list.ts'
import type { AppContext, AppEnv } from '#/server/http/exchange.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import { createSharedRateLimiter } from '#/server/session/rate-limit.ts'
import type { Seal } from '#/server/session/seal.ts'
import type { Tries } from '#/server/session/tries.ts'
import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod'

const MINUTE = 60_000
/** Failed attempts for an account from one network; others are not affected. */
const PER_ACCOUNT = [
  { count: 5, ms: MINUTE },
  { count: 20, ms: 60 * MINUTE },
]
/** The same on a device where the account has signed in before; beyond it, the device counts as unknown. */
const PER_DEVICE = [
  { count: 10, ms: MINUTE },
  { count: 60, ms: 60 * MINUTE },
]
/** Failed attempts from one network over all accounts (password spraying). Known devices are exempt. */
const PER_NETWORK = [{ count: 60, ms: 10 * MINUTE }]

/** Without delay: people mistype. */
const FREE_TRIES = 2
const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 2_000

/** Normalises look-alikes, case and invisible characters. */
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
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const pauseFor = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal })

/** Becomes `__Host-callboard-device`. Grants nothing: it lists accounts that have signed in here. */
const COOKIE = 'callboard-device'
const BOUND = 'device'
const MAX_AGE_S = 180 * 24 * 3600
/** A shared computer has a few. */
const MAX_ACCOUNTS = 8

const sealed = z.object({ id: z.string(), accounts: z.array(z.string()), at: z.number() })
type Device = z.infer<typeof sealed>

const readDevice = (c: Context<AppEnv>, seal: Pick<Seal, 'open'>, now: () => number): Device | null => {
  const text = seal.open(getCookie(c, COOKIE, 'host') ?? '', BOUND)
  const device = text === null ? null : sealed.parse(JSON.parse(text))
  return device && now() - device.at < MAX_AGE_S * 1000 ? device : null
}

/** @param account a pseudonym, so that the cookie identifies no one */
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
 * Limits sign-in attempts: guessing is slowed down, then blocked for the account and network, then for the
 * network. No user is locked out on another network, or on a known device.
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
   * Runs one attempt.
   * @param who an e-mail address or key, counted by its keyed hash
   * @returns the result, and a function that remembers the device
   * @throws Failure `rate_limited`; the attempt's errors
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
      // Outages must not lock out users.
      if (!(error instanceof Failure && error.error === 'unauthorized')) {
        await limiter.giveBack(key)
        if (!isKnown) await perNetwork.giveBack(network)
      }
      throw error
    }
  }
}
