import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { auth as readBasic } from 'hono/utils/basic-auth'
import { CLIENT_OWNED_SECTIONS, type ApiSection } from '#/contract/endpoint.ts'
import { readId, type Account } from './context.ts'
import { Refusal } from './failure.ts'
import type { ReferenceDatabase } from './schema.ts'

/** OWASP's scrypt parameters with the least memory (16 MiB), about 0.1 s per hash. */
const LOG2_COST = 14
const BLOCK_SIZE = 8
const PARALLELISM = 5
const KEY_BYTES = 32

const deriveKey = (password: string, salt: Buffer, options: ScryptOptions) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { ...options, maxmem: 64 * 2 ** 20 }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

/** Hashes a password as `$scrypt$ln=…,r=…,p=…$salt$key`, salt and key in base64. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  const key = await deriveKey(password, salt, { N: 2 ** LOG2_COST, r: BLOCK_SIZE, p: PARALLELISM })
  return `$scrypt$ln=${LOG2_COST},r=${BLOCK_SIZE},p=${PARALLELISM}$${salt.toString('base64')}$${key.toString('base64')}`
}

const HASH = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/

/** Compares in constant time; a malformed hash matches nothing. */
export const verifyPassword = async (password: string, hash: string): Promise<boolean> => {
  const parts = HASH.exec(hash)
  if (!parts) return false
  const [, cost, blockSize, parallelism, salt = '', expected = ''] = parts
  const key = await deriveKey(password, Buffer.from(salt, 'base64'), {
    N: 2 ** Number(cost),
    r: Number(blockSize),
    p: Number(parallelism),
  })
  const wanted = Buffer.from(expected, 'base64')
  return wanted.length === key.length && timingSafeEqual(wanted, key)
}

/** Verified for unknown accounts, so that the answer takes as long as for a wrong password. */
const DECOY_HASH = `$scrypt$ln=${LOG2_COST},r=${BLOCK_SIZE},p=${PARALLELISM}$${'A'.repeat(22)}==$${'A'.repeat(43)}=`

/**
 * Finds an account by e-mail (case-insensitive) and password.
 * @throws Refusal `unauthorized`
 */
export const accountByPassword = async (
  database: ReferenceDatabase,
  email: string,
  password: string,
): Promise<Account> => {
  const account = await database
    .selectFrom('accounts')
    .selectAll()
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst()
  const matches = await verifyPassword(password, account?.password_hash || DECOY_HASH)
  if (!account || !matches) throw new Refusal('unauthorized')
  return account
}

/**
 * The key of a request: Basic user name with an empty password, else `X-AUTH-TOKEN`; their precedence is not
 * documented (API document 5.2, G4). A non-empty password is a wrong key.
 */
const readKey = (request: Request): string => {
  if (!request.headers.has('Authorization')) return request.headers.get('X-AUTH-TOKEN') ?? ''
  const basic = readBasic(request)
  return basic?.password === '' ? basic.username : ''
}

/**
 * The account of a request's key; a client's `auth_token` is its key.
 * @throws Refusal `unauthorized`
 */
export const accountByKey = async (database: ReferenceDatabase, request: Request): Promise<Account> => {
  const key = readKey(request)
  const account =
    key === ''
      ? undefined
      : await database.selectFrom('accounts').selectAll().where('api_key', '=', key).executeTakeFirst()
  if (!account) throw new Refusal('unauthorized')
  return account
}

/**
 * The account that a request of `caller` is about (API document 4.5, 5.5, 5.6): the client of the path's
 * prefix, else the caller.
 * @throws Refusal `access_denied` for an agency section or a prefix without an agency, and for a manager's
 * direct request to a client's section; `not_found` for another agency's client
 */
export const ownerOf = async (
  database: ReferenceDatabase,
  caller: Account,
  section: ApiSection,
  clientId: string | undefined,
): Promise<Account> => {
  const isDenied =
    caller.is_agency_manager === 1
      ? clientId === undefined && CLIENT_OWNED_SECTIONS.has(section)
      : clientId !== undefined || section === 'agency'
  if (isDenied) throw new Refusal('access_denied')
  if (clientId === undefined) return caller
  const client = await database
    .selectFrom('accounts')
    .innerJoin('agencies', 'agencies.id', 'accounts.agency_id')
    .selectAll('accounts')
    .where('accounts.id', '=', readId(clientId))
    .where('accounts.is_agency_manager', '=', 0)
    .where('agencies.manager_id', '=', caller.id)
    .executeTakeFirst()
  if (!client) throw new Refusal('not_found')
  return client
}
