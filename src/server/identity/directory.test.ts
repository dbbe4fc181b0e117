import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { RIGHTS, type SampleAccount } from '#/contract/session.ts'
import { SAMPLE_SIGN_INS, sampleSignIn } from '#/server/reference/sample-data.ts'
import type { LogEntry } from '#/server/log.ts'
import { directoryFrom, directoryWithout, openDirectory } from './directory.ts'
import type { Identity } from '#/server/session/identity.ts'

const anna: Identity = {
  via: 'oidc',
  subject: 'https://login.example.com|4711',
  email: 'Anna@Example.com',
  name: 'Anna',
  groups: [],
}
const file = (rest: object) =>
  JSON.stringify({ accounts: { north: { api_key: 'n1' }, south: { api_key: 's1' } }, ...rest })
const granted = (rest: object, person: Identity = anna) => {
  const grant = directoryFrom(file(rest)).grantOf(person)
  return grant && { ...grant, rights: [...grant.rights].toSorted() }
}

test('a user comes in by address, however it is written, or by what the provider calls them', () => {
  const users = { 'ANNA@example.com': { account: 'north', rights: ['listen'] } }
  expect(granted({ users })).toEqual({ account: 'north', key: 'n1', rights: ['listen'] })
  expect(granted({ users: { [anna.subject]: { account: 'south' } } })).toEqual({
    account: 'south',
    key: 's1',
    rights: [],
  })
  expect(granted({ users }, { ...anna, email: null })).toBeNull()
})

test('what a provider calls a user is exact, also where it looks like an address', () => {
  const person = { ...anna, subject: 'https://login.example.com|Anna@Corp.example', email: null }
  const users = { [person.subject]: { account: 'north', rights: ['administer'] } }
  expect(granted({ users }, person)?.account).toBe('north')
  expect(directoryFrom(file({ users })).administrators()).toEqual([])
})

test('groups add rights; whose account: the user’s own, else that of the first group in the file', () => {
  const groups = {
    everyone: { rights: ['listen'] },
    marketing: { account: 'north', rights: ['export'] },
    sales: { account: 'south', rights: ['numbers'] },
  }
  const person = { ...anna, groups: ['sales', 'everyone', 'marketing', 'unknown'] }
  expect(granted({ groups }, person)).toEqual({
    account: 'north',
    key: 'n1',
    rights: ['export', 'listen', 'numbers'],
  })
  const users = { 'anna@example.com': { account: 'south' } }
  expect(granted({ groups, users }, person)?.account).toBe('south')
  expect(granted({ groups }, { ...anna, groups: ['everyone'] })).toBeNull()
})

test('who has a key of their own has every right but to administer, unless the file says otherwise', () => {
  expect([...directoryWithout().rightsOf('a@example.com')]).toEqual(['export', 'listen', 'numbers'])
  const directory = directoryFrom(file({ users: { 'a@example.com': { rights: ['administer'] } } }))
  expect([...directory.rightsOf('A@example.com')]).toEqual(['administer'])
  expect([...directory.rightsOf(null)]).toEqual(['export', 'listen', 'numbers'])
  // Addresses that only look the same.
  for (const odd of ['\uff41@example.com', 'a\u200b@example.com'])
    expect(directory.rightsOf(odd)).toEqual(directory.rightsOf(null))
})

test('of the sample’s accounts one administers, and one may neither export, listen nor see numbers', () => {
  const rightsOf = (account: SampleAccount) => {
    const { email } = sampleSignIn(account)
    return [...directoryWithout(SAMPLE_SIGN_INS).rightsOf(email)]
  }
  expect(rightsOf('agency_manager')).toEqual(RIGHTS)
  expect(rightsOf('statistics_only')).toEqual([])
  expect(rightsOf('client')).toEqual(['export', 'listen', 'numbers'])
})

test.each([
  ['{', /^AUTH_KEYS must be a JSON file$/],
  [file({ user: {} }), /^AUTH_KEYS is wrong at its top: .*"user"/],
  [file({ users: { a: { rights: ['fly'] } } }), /^AUTH_KEYS is wrong at users\.a\.rights\.0/],
  [file({ users: { a: { account: 'west' } } }), /^AUTH_KEYS is wrong at a: there is no account/],
  [file({ groups: { toString: { account: 'toString' } } }), /there is no account/],
  [
    file({ accounts: { north: { api_key: 'a b' } } }),
    /^AUTH_KEYS is wrong at accounts\.north: not an API key$/,
  ],
  [file({ users: { 'a@x.com': {}, 'A@X.com': {} } }), /^AUTH_KEYS names a user twice$/],
])('%s is refused, and no key is told', (text, message) => {
  expect(() => directoryFrom(text)).toThrow(message)
  expect(() => directoryFrom(text)).not.toThrow(/n1|s1|a b$/)
})

test('a change of the file counts at once; one that breaks it changes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-directory-'))
  const path = join(folder, 'keys.json')
  const log: LogEntry[] = []
  const say = vi.spyOn(console, 'error').mockReturnValue()
  /** Replaces the file, as editors do. */
  const put = (text: string) => {
    writeFileSync(`${path}.new`, text)
    renameSync(`${path}.new`, path)
  }
  put(file({ users: { 'anna@example.com': { account: 'north' } } }))
  const onChange = vi.fn()
  const directory = openDirectory(path, (entry) => void log.push(entry))
  directory.onChange(onChange)
  try {
    expect(directory.grantOf(anna)?.account).toBe('north')
    put(
      file({
        users: { 'anna@example.com': { account: 'south', rights: ['export'] } },
        ask: 'it@example.com',
      }),
    )
    await vi.waitFor(() => expect(directory.grantOf(anna)?.account).toBe('south'), { timeout: 20_000 })
    expect(directory.ask()).toBe('it@example.com')
    expect(onChange).toHaveBeenCalledOnce()
    put('{"users": nonsense of another length')
    await vi.waitFor(() => expect(log.at(-1)).toEqual({ event: 'auth-keys', state: 'wrong' }), {
      timeout: 20_000,
    })
    expect(say).toHaveBeenCalledWith('AUTH_KEYS must be a JSON file')
    expect(directory.grantOf(anna)?.account).toBe('south')
    put(file({ ask: 'boss@example.com' }))
    await vi.waitFor(() => expect(directory.grantOf(anna)).toBeNull(), { timeout: 20_000 })
  } finally {
    directory.close()
    say.mockRestore()
    rmSync(folder, { recursive: true })
  }
})

test('a file that is not there ends the start', () => {
  expect(() => openDirectory('/nowhere/keys.json', vi.fn())).toThrow(/^AUTH_KEYS cannot be read$/)
})
