/*
 * What stands between the page and our server: a proxy with the company's sign-in, a gateway, a network that wants a
 * password. Their answers mean nothing of what ours would; all of ours carry X-Callboard.
 */

/** With these a sign-in shows its own page, or says that it wants one. */
const SIGN_IN: ReadonlySet<number> = new Set([200, 401, 403])

/** What an answer is that is not our server's; null: it is ours, or a refusal whose status says enough. */
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

/** Why nothing came: `ours` where our server answers now. */
export type NoAnswer = 'sso-required' | 'intercepted' | 'network' | 'ours'

const PROBE_MS = 5_000
/** What fails together asks once. */
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

/**
 * A request has come to nothing, and a browser does not say whether it was led to another host's sign-in or lost on the
 * way: asks for the health, once for all that fails at a time.
 */
export const whyNoAnswer = (): Promise<NoAnswer> => {
  const now = performance.now()
  if (last === null || now - last.at > SAME_MS) last = { at: now, why: probe() }
  return last.why
}

/** As for a freshly opened page. */
export const forgetNoAnswer = (): void => void (last = null)
