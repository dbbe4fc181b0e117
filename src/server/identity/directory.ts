import { readFile, stat } from 'node:fs/promises'
import { readFileSync, statSync, type Stats } from 'node:fs'
import * as z from 'zod'
import { right, RIGHTS, type Right, type SampleSignIn } from '#/contract/session.ts'
import { ConfigError } from '#/server/config/variables.ts'
import type { Log } from '#/server/log.ts'
import { isPossibleKey } from '#/server/quirks.ts'
import { isOddIdentity } from './claims.ts'
import { accountNamed } from './sign-in-guard.ts'
import type { Grants } from '#/server/session/identity.ts'

export interface Directory extends Grants {
  readonly ask: () => string | null
  readonly administrators: () => readonly string[]
  readonly onChange: (listener: () => void) => void
  readonly close: () => void
}

const entries = z
  .record(
    z.string().min(1),
    z.strictObject({ account: z.string().optional(), rights: z.array(right).default([]) }),
  )
  .default({})
const schema = z.strictObject({
  ask: z.string().min(1).optional(),
  accounts: z.record(z.string().min(1), z.strictObject({ api_key: z.string() })).default({}),
  users: entries,
  groups: entries,
})

interface Entry {
  readonly account?: string | undefined
  readonly rights: readonly Right[]
}
interface Keys {
  readonly ask: string | null
  readonly accounts: ReadonlyMap<string, string>
  readonly users: ReadonlyMap<string, Entry>
  readonly groups: ReadonlyMap<string, Entry>
}

/** Else it is `issuer|sub`, or what a proxy says. */
const isAddress = (name: string) => name.includes('@') && !name.includes('|')
/** Addresses are normalised; other names are exact. */
const nameOfUser = (name: string) => (isAddress(name) ? accountNamed(name) : name)

/** @throws ConfigError with the position of the error, never a value */
const parseKeys = (text: string): Keys => {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch (cause) {
    throw new ConfigError('AUTH_KEYS must be a JSON file', { cause })
  }
  const parsed = schema.safeParse(raw)
  if (!parsed.success) {
    const [{ path, message } = { path: [], message: '' }] = parsed.error.issues
    throw new ConfigError(`AUTH_KEYS is wrong at ${path.join('.') || 'its top'}: ${message}`)
  }
  const { ask = null, accounts, users, groups } = parsed.data
  for (const [name, { api_key: key }] of Object.entries(accounts))
    if (!isPossibleKey(key)) throw new ConfigError(`AUTH_KEYS is wrong at accounts.${name}: not an API key`)
  for (const [name, { account }] of [...Object.entries(users), ...Object.entries(groups)])
    if (account !== undefined && !Object.hasOwn(accounts, account))
      throw new ConfigError(`AUTH_KEYS is wrong at ${name}: there is no account of that name`)
  const named = new Map(Object.entries(users).map(([name, entry]) => [nameOfUser(name), entry]))
  if (named.size < Object.keys(users).length) throw new ConfigError('AUTH_KEYS names a user twice')
  return {
    ask,
    accounts: new Map(Object.entries(accounts).map(([name, { api_key: key }]) => [name, key])),
    users: named,
    groups: new Map(Object.entries(groups)),
  }
}

/** API users could do all of this directly. */
const OWN_KEY: readonly Right[] = RIGHTS.filter((one) => one !== 'administer')

const directoryOf = (
  keys: () => Keys,
  { onChange, close }: Pick<Directory, 'onChange' | 'close'>,
): Directory => ({
  ask: () => keys().ask,
  grantOf: ({ subject, email, groups }) => {
    const { users, groups: known, accounts } = keys()
    const user = (email === null ? undefined : users.get(accountNamed(email))) ?? users.get(subject)
    const own = [
      ...(user ? [user] : []),
      ...[...known].flatMap(([name, one]) => (groups.includes(name) ? [one] : [])),
    ]
    const account = own.find((entry) => entry.account !== undefined)?.account
    const key = account === undefined ? undefined : accounts.get(account)
    if (account === undefined || key === undefined) return null
    return { account, key, rights: new Set(own.flatMap((entry) => entry.rights)) }
  },
  rightsOf: (email) => {
    const isNobody = email === null || isOddIdentity(email)
    const user = isNobody ? undefined : keys().users.get(accountNamed(email))
    return new Set(user?.rights ?? OWN_KEY)
  },
  administrators: () =>
    [...keys().users].flatMap(([name, { rights: theirs }]) =>
      isAddress(name) && theirs.includes('administer') ? [name] : [],
    ),
  onChange,
  close,
})

export const directoryFrom = (text: string): Directory => {
  const keys = parseKeys(text)
  const nothing = () => undefined
  return directoryOf(() => keys, { onChange: nothing, close: nothing })
}

const SAMPLE_RIGHTS: Readonly<Partial<Record<SampleSignIn['account'], readonly Right[]>>> = {
  agency_manager: RIGHTS,
  statistics_only: [],
}

/** Without AUTH_KEYS there are no administrators, and equal rights except for the sample's. */
export const directoryWithout = (sample: readonly SampleSignIn[] = []): Directory => {
  const users = Object.fromEntries(
    sample.flatMap(({ email, account }) => {
      const theirs = SAMPLE_RIGHTS[account]
      return theirs === undefined ? [] : [[email, { rights: theirs }]]
    }),
  )
  return directoryFrom(JSON.stringify({ users }))
}

const POLL_MS = 1_000
const versionOf = ({ ino, size, mtimeMs }: Stats) => `${ino} ${size} ${mtimeMs}`
const GONE = 'gone'

/**
 * Watches AUTH_KEYS. An invalid file is logged, and the last valid one stays in effect.
 * @throws ConfigError
 */
export const openDirectory = (file: string, log: Log): Directory => {
  const listeners: (() => void)[] = []
  let keys: Keys
  let seen: string
  try {
    seen = versionOf(statSync(file))
    keys = parseKeys(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw cause instanceof ConfigError ? cause : new ConfigError('AUTH_KEYS cannot be read', { cause })
  }
  const reload = async () => {
    const before = seen
    try {
      seen = versionOf(await stat(file))
      if (seen === before) return
      keys = parseKeys(await readFile(file, 'utf8'))
      log({ event: 'auth-keys', state: 'read' })
      for (const listener of listeners) listener()
    } catch (error) {
      if (!(error instanceof ConfigError)) seen = GONE
      if (seen === before) return
      console.error(error instanceof ConfigError ? error.message : 'AUTH_KEYS cannot be read')
      log({ event: 'auth-keys', state: 'wrong' })
    }
  }
  const timer = setInterval(() => void reload(), POLL_MS).unref()
  return directoryOf(() => keys, {
    onChange: (listener) => void listeners.push(listener),
    close: () => clearInterval(timer),
  })
}
