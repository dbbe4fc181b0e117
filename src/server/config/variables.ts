import * as z from 'zod'
import { addressList } from './address-list.ts'

/** Ends the start: `message` is one line for the operator, never with a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export const docs = z.registry<{ default: string; text: string }>()

/** A variable with its documentation. */
export const variable = <T extends z.ZodType>(shown: string, text: string, schema: T): T => {
  docs.add(schema, { default: shown, text })
  return schema
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/
export const isLoopback = (host: string) => LOOPBACK.test(host)

export const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
}

const DURATION_UNIT = { s: 1_000, m: 60_000, h: 3_600_000 }
export const duration = (fallback: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}[smh]$/, 'must be a duration such as 90s, 30m or 12h')
    .transform(
      (value) => Number(value.slice(0, -1)) * DURATION_UNIT[value.at(-1) as keyof typeof DURATION_UNIT],
    )
    .default(fallback)

export const toggle = (fallback: boolean) =>
  z
    .enum(['0', '1'], 'must be 0 or 1')
    .transform((value) => value === '1')
    .default(fallback)

export const httpUrl = z.string().transform((value, context) => {
  const url = URL.parse(value)
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash)
    return url
  context.addIssue('must be an http or https address without credentials, query or fragment')
  return z.NEVER
})

const isDecodable = (text: string) => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Characters that end an unencoded password in an address. */
const ENDING = /[/?#%[\]\s]/g

/** An unencoded character in user name or password makes the address ambiguous. */
export const encodingProblem = (value: string, url: URL | null): string | null => {
  const [, userinfo] = /^\w+:\/\/(.*)@/s.exec(value) ?? []
  if (userinfo === undefined) return null
  const isValid = url !== null && !url.pathname.includes('@') && !url.hash
  if (isValid && isDecodable(url.username) && isDecodable(url.password)) return null
  const found = [...new Set(userinfo.match(ENDING))].map((one) => `${one} as ${encodeURIComponent(one)}`)
  return `has a user name or password that must be percent-encoded${found.length > 0 ? `: write ${found.join(', ')}` : ''}`
}

/** With a host, or a socket as `host` of the query, and a database name. */
export const postgresUrl = z.string().transform((value, context) => {
  const url = URL.parse(value)
  const problem = encodingProblem(value, url)
  if (problem !== null) {
    context.addIssue(problem)
    return z.NEVER
  }
  const isAddress =
    url && /^postgres(ql)?:$/.test(url.protocol) && (url.hostname || url.searchParams.has('host'))
  if (isAddress && /^\/[^/]+$/.test(url.pathname) && !url.hash) return url.href
  context.addIssue('must be an address such as postgres://user:password@host/database')
  return z.NEVER
})

export const networks = z.string().transform((value, context) => {
  const list = addressList(value.split(',').map((entry) => entry.trim()))
  if (list) return list
  context.addIssue('must be addresses or networks (10.0.0.0/8) separated by commas, never every address')
  return z.NEVER
})

export const parameterName = z
  .string()
  .regex(/^[A-Za-z][\w[\]-]{0,63}$/, 'must be the name of a query parameter')

/** Hosts as `URL.host` writes them, without default ports. A new schema per variable, since documentation is attached to it. */
export const hostList = () =>
  z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((host) => host.trim().toLowerCase())
        .filter(Boolean),
    )
    .refine(
      (hosts) => hosts.every((host) => URL.parse(`https://${host}`)?.host === host),
      'must be host names separated by commas, with a port where it is not 443',
    )
    .default([])
