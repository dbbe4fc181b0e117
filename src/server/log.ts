import type { PrintFailure } from '#/contract/delivery/reports.ts'
import type { SignInFailure } from '#/contract/sign-in/pages.ts'
import type { Trouble } from './database/database.ts'

/** A log line. Templates and numbers only: never path values, queries, bodies, headers, names or addresses. */
export type LogEntry =
  | { readonly event: 'stop' }
  | { readonly event: 'sample-renewed' }
  /** Sessions sealed with another SESSION_SECRET are dropped: their users must sign in again. */
  | { readonly event: 'sessions-discarded'; readonly count: number }
  | {
      readonly event: 'request'
      readonly method: string
      /** Route template, e.g. `/api/v2/objs/:oid/calls`. */
      readonly route: string
      readonly status: number
      readonly ms: number
      readonly bytes: number | null
      readonly request_id: string
      readonly error?: string
    }
  | { readonly event: 'storage'; readonly state: Trouble | 'ok' }
  | { readonly event: 'archive'; readonly state: Trouble | 'unavailable' | 'ok' }
  /** A deprecated variable, and its present effect. */
  | { readonly event: 'former-variable'; readonly variable: string; readonly advice: string }
  /** ARCHIVE=memory, but contacts are still on disk. */
  | { readonly event: 'archive-left'; readonly advice: string }
  /** Texts of an earlier version or another engine are being indexed; search works meanwhile. */
  | { readonly event: 'archive-texts'; readonly state: 'indexing' }
  | { readonly event: 'archive-texts'; readonly state: 'indexed'; readonly days: number }
  /** Result of reloading AUTH_KEYS; details go to the terminal only, since they may name people. */
  | { readonly event: 'auth-keys'; readonly state: 'read' | 'wrong' }
  /** The API refused an AUTH_KEYS account's key, or accepts it again; by the account's name there. */
  | { readonly event: 'account-key'; readonly state: 'refused' | 'accepted'; readonly account: string }
  | {
      readonly event: 'no-identity'
      readonly reason: 'address' | 'secret' | 'header' | 'assertion'
      readonly code: string | null
      readonly request_id: string
    }
  /** Some or all groups of a person were unreadable and are ignored. */
  | { readonly event: 'identity-groups'; readonly problem: string; readonly request_id: string | null }
  | {
      readonly event: 'company-sign-in'
      readonly step: 'begin' | 'callback' | 'refresh' | 'sign-out' | 'logout'
      readonly failure: SignInFailure
      readonly code: string | null
    }
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

export const createLog =
  (write: (line: string) => void, now: () => number): Log =>
  (entry) =>
    write(`${JSON.stringify({ time: new Date(now()).toISOString(), ...entry })}\n`)

/** An error without its message, which may contain data: class, code, and location. */
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
