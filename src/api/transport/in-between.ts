/* Detects intermediaries (company sign-in, gateway, captive portal): our answers have X-Callboard. */

/** Statuses of sign-in pages. */
const SIGN_IN: ReadonlySet<number> = new Set([200, 401, 403])

/** Kind of a foreign answer; null: ours, or the status is sufficient. */
export const interceptionOf = ({
  headers,
  status,
  type,
  redirected,
}: Response): 'sso-required' | 'intercepted' | null => {
  if (headers.has('x-callboard')) return null
  const isRedirect = type === 'opaqueredirect' || redirected || (status >= 300 && status < 400)
  if (isRedirect || SIGN_IN.has(status)) return 'sso-required'
  return /^text\/html\b/i.test(headers.get('content-type') ?? '') ? 'intercepted' : null
}

/** Reason of a missing answer; `ours`: our server answers now. */
export type NoAnswer = 'sso-required' | 'intercepted' | 'network' | 'ours'

const PROBE_MS = 5_000
/** Shared by simultaneous failures. */
const SAME_MS = 2_000
let last: { readonly at: number; readonly why: Promise<NoAnswer> } | null = null

const probe = async (): Promise<NoAnswer> => {
  try {
    const answer = await fetch('/healthz', {
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_MS),
    })
    return interceptionOf(answer) ?? (answer.headers.has('x-callboard') ? 'ours' : 'network')
  } catch {
    return 'network'
  }
}

/** Browsers don't distinguish a redirect to another host's sign-in from a lost connection, so health is requested. */
export const whyNoAnswer = (): Promise<NoAnswer> => {
  const now = performance.now()
  if (last === null || now - last.at > SAME_MS) last = { at: now, why: probe() }
  return last.why
}

export const forgetNoAnswer = (): void => void (last = null)
