import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod'
import type { AppEnv } from '#/server/http/exchange.ts'
import type { Seal } from './seal.ts'

/** Becomes `__Host-callboard-device`. It opens nothing: it says that accounts have signed in here before. */
const COOKIE = 'callboard-device'
const BOUND = 'device'
const MAX_AGE_S = 180 * 24 * 3600
/** A computer at a reception desk has a few. */
const MAX_ACCOUNTS = 8

const sealed = z.object({ id: z.string(), accounts: z.array(z.string()), at: z.number() })
export type Device = z.infer<typeof sealed>

/** The device whose cookie a request carries; null: none, an old one, or not sealed by us. */
export const readDevice = (
  c: Context<AppEnv>,
  seal: Pick<Seal, 'open'>,
  now: () => number,
): Device | null => {
  const text = seal.open(getCookie(c, COOKIE, 'host') ?? '', BOUND)
  const device = text === null ? null : sealed.parse(JSON.parse(text))
  return device && now() - device.at < MAX_AGE_S * 1000 ? device : null
}

/** @param account a pseudonym: even decoded, the cookie does not identify a person */
export const rememberDevice = (
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
