import type { PrintFailure } from '#/contract/delivery/reports.ts'
import type { SignInFailure } from '#/contract/sign-in/pages.ts'
import type { Trouble } from './database/database.ts'

/** One line of the log. Templates and numbers only: never a path value, query, body, header, name or address. */
export type LogEntry =
  | { readonly event: 'stop' }
  /** Sample data of an earlier version are replaced. */
  | { readonly event: 'sample-renewed' }
  /** Sessions sealed by another SESSION_SECRET: so many people have to sign in again. */
  | { readonly event: 'sessions-discarded'; readonly count: number }
  | {
      readonly event: 'request'
      readonly method: string
      /** Route template, such as `/api/v2/objs/:oid/calls`. */
      readonly route: string
      readonly status: number
      readonly ms: number
      /** Bytes of the answer's body as sent; null for a stream. */
      readonly bytes: number | null
      readonly request_id: string
      /** Code of our own answer, where it is one. */
      readonly error?: string
    }
  /** Whether anything can be written to DATA_DIR; when it changes. */
  | { readonly event: 'storage'; readonly state: Trouble | 'ok' }
  /** Whether the archive can be read and written; when it changes. */
  | { readonly event: 'archive'; readonly state: Trouble | 'unavailable' | 'ok' }
  /** A variable of an earlier version: what it means now. */
  | { readonly event: 'former-variable'; readonly variable: string; readonly advice: string }
  /** Contacts are stored in memory, and DATA_DIR or DATABASE_URL still holds some that were stored on disk. */
  | { readonly event: 'archive-left'; readonly advice: string }
  /** Texts that an earlier version or another engine has kept become what is looked into; they are found meanwhile. */
  | { readonly event: 'archive-texts'; readonly state: 'indexing' }
  | { readonly event: 'archive-texts'; readonly state: 'indexed'; readonly days: number }
  /** Whether AUTH_KEYS could be read when it changed; what was wrong is told to the terminal, since it may name people. */
  | { readonly event: 'auth-keys'; readonly state: 'read' | 'wrong' }
  /** The API has refused the key of an account of AUTH_KEYS, or takes it again; the account by its name there. */
  | { readonly event: 'account-key'; readonly state: 'refused' | 'accepted'; readonly account: string }
  /** The proxy in front did not say who asks, and what was wrong with what it said. */
  | {
      readonly event: 'no-identity'
      readonly reason: 'address' | 'secret' | 'header' | 'assertion'
      /** What is wrong with the header, or what the check of an assertion says. */
      readonly code: string | null
      readonly request_id: string
    }
  /** Groups of a person who came in, all or some, could not be read: they count as none. */
  | { readonly event: 'identity-groups'; readonly problem: string; readonly request_id: string | null }
  /** Why the company's provider was of no help: the library's or the provider's own word for it. */
  | {
      readonly event: 'company-sign-in'
      readonly step: 'begin' | 'callback' | 'refresh' | 'sign-out' | 'logout'
      readonly failure: SignInFailure
      readonly code: string | null
    }
  /** A report went out without its PDF: why, and what an operator can do about it. */
  | { readonly event: 'no-pdf'; readonly code: PrintFailure; readonly advice: string }
  | { readonly event: 'csp-report'; readonly directive: string; readonly request_id: string }
  | {
      readonly event: 'error'
      readonly request_id: string | null
      readonly name: string
      readonly code: string | null
      readonly at: readonly string[]
    }

export type Log = (entry: LogEntry) => void

/** JSON, one entry a line. */
export const createLog =
  (write: (line: string) => void, now: () => number): Log =>
  (entry) =>
    write(`${JSON.stringify({ time: new Date(now()).toISOString(), ...entry })}\n`)

/** An error without its message, which may hold anything: its class, code, and where it was thrown. */
export const errorEntry = (error: unknown, requestId: string | null): LogEntry => ({
  event: 'error',
  request_id: requestId,
  name: error instanceof Error ? error.constructor.name : typeof error,
  code: error instanceof Error && 'code' in error ? String(error.code) : null,
  at: (error instanceof Error ? (error.stack ?? '') : '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6)
    .map((line) => line.trim()),
})
