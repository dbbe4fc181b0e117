/** All security headers, in a file without imports: vite.config.ts reads the placeholder too. */

/** Replaced by a fresh nonce in each HTML answer. */
export const NONCE_PLACEHOLDER = 'callboard-nonce'

export type HeaderSet = Readonly<Record<string, string>>

/** Depends on the public address: HSTS and upgraded requests would lock out a server on plain http. */
export interface Transport {
  readonly https: boolean
  /** False if other hosts below the name need plain http. */
  readonly hstsSubdomains: boolean
}

/** Files below are named by content hash. */
export const ASSETS_PATH = '/assets/'
export const CSP_REPORT_PATH = '/api/csp-report'
/** Offline pages; the page uses the same name (`src/app/banners/register-offline.ts`). */
const OFFLINE_WORKER = '/offline-worker.js'

const strictTransport = ({ https, hstsSubdomains }: Transport): HeaderSet =>
  https
    ? { 'Strict-Transport-Security': `max-age=63072000${hstsSubdomains ? '; includeSubDomains' : ''}` }
    : {}

/** Origins that may embed us; the browser checks all ancestors. */
export type Ancestors = readonly string[]

export interface Framing {
  readonly ancestors: Ancestors
  /** Set if they use Cross-Origin-Embedder-Policy, which requires it of embedded pages too. */
  readonly isolated: boolean
}
const UNFRAMED: Framing = { ancestors: [], isolated: false }

const ISOLATED: HeaderSet = { 'Cross-Origin-Embedder-Policy': 'require-corp' }

const documentPolicy = (nonce: string, https: boolean, ancestors: Ancestors) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "script-src-attr 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors.length > 0 ? ancestors.join(' ') : "'none'"}`,
    "require-trusted-types-for 'script'",
    'trusted-types callboard',
    ...(https ? ['upgrade-insecure-requests'] : []),
    `report-uri ${CSP_REPORT_PATH}`,
    'report-to csp',
  ].join('; ')

const PERMISSIONS_POLICY = [
  'accelerometer=()',
  'autoplay=(self)',
  'camera=()',
  'clipboard-read=()',
  'clipboard-write=(self)',
  'display-capture=()',
  'encrypted-media=()',
  'fullscreen=(self)',
  'geolocation=()',
  'gyroscope=()',
  'hid=()',
  'idle-detection=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'payment=()',
  'picture-in-picture=()',
  'publickey-credentials-get=()',
  'screen-wake-lock=(self)',
  'serial=()',
  'storage-access=()',
  'usb=()',
  'xr-spatial-tracking=()',
].join(', ')

/**
 * Headers of the page.
 * @param nonce base64 of at least 16 random bytes, used once
 * @param framing allowed ancestors; no X-Frame-Options, which can't list origins and would take precedence
 * @param isInFrame the request is for a frame
 * @param opener whether the page may access its opener
 */
export const documentHeaders = (
  nonce: string,
  transport: Transport,
  {
    framing: { ancestors, isolated } = UNFRAMED,
    isInFrame = false,
    opener = false,
  }: { readonly framing?: Framing | undefined; readonly isInFrame?: boolean; readonly opener?: boolean } = {},
): HeaderSet => ({
  'Content-Security-Policy': documentPolicy(nonce, transport.https, ancestors),
  'Reporting-Endpoints': `csp="${CSP_REPORT_PATH}"`,
  ...(ancestors.length === 0 && { 'X-Frame-Options': 'DENY' }),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  ...strictTransport(transport),
  'Cross-Origin-Opener-Policy': opener ? 'unsafe-none' : 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  ...(isolated && isInFrame && { ...ISOLATED, 'Cross-Origin-Resource-Policy': 'cross-origin' }),
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy': PERMISSIONS_POLICY,
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-DNS-Prefetch-Control': 'off',
  'X-Robots-Tag': 'noindex, nofollow',
  'X-XSS-Protection': '0',
  'Cache-Control': 'no-store',
  'Content-Type': 'text/html; charset=utf-8',
  Vary: 'Sec-Fetch-Site, Sec-Fetch-Dest',
})

/**
 * A shared page: read without a session, without scripts or other resources, and never framed.
 * @param styleHash base64 SHA-256 of its style sheet
 */
export const sharedPageHeaders = (
  styleHash: string,
  transport: Transport,
  hasPicture = false,
): HeaderSet => ({
  'Content-Security-Policy': `default-src 'none'; ${hasPicture ? 'img-src data:; ' : ''}style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
  ...strictTransport(transport),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': PERMISSIONS_POLICY,
  'X-DNS-Prefetch-Control': 'off',
})

/** Answers below `/api`, and `/healthz`. `X-Callboard` distinguishes our answers from a proxy's. */
export const apiHeaders = (transport: Transport, build: string): HeaderSet => ({
  'Content-Security-Policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  ...strictTransport(transport),
  Vary: 'Cookie, Origin, Sec-Fetch-Site, Sec-Fetch-Mode, Sec-Fetch-Dest',
  'X-Callboard': '1',
  'X-Callboard-Build': build,
})

export const INERT_POLICY = "default-src 'none'; sandbox"
/** A worker has the policy of its script; the inert one would allow no requests. */
const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'"

/** Pages of earlier builds, which may still be open, have workers among their files. */
const isWorker = (path: string) => path === OFFLINE_WORKER || /\/(?:[\w-]+\.)?worker-[\w-]+\.js$/.test(path)

/**
 * A built file. Hashed files are immutable; others are revalidated.
 * @param isolated as in {@link Framing}, required for workers of an isolated page
 */
export const assetHeaders = (
  path: string,
  contentType: string,
  transport: Transport,
  isolated = false,
): HeaderSet => ({
  'Content-Security-Policy': isWorker(path) ? WORKER_POLICY : INERT_POLICY,
  ...(isolated && isWorker(path) && ISOLATED),
  'Content-Type': contentType,
  'Cache-Control': path.startsWith(ASSETS_PATH) ? 'public, max-age=31536000, immutable' : 'no-cache',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  ...strictTransport(transport),
  Vary: 'Accept-Encoding',
})

/** A missing file is never answered with the page: a script must not get HTML. */
export const missingHeaders = (transport: Transport): HeaderSet => ({
  'Content-Security-Policy': INERT_POLICY,
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  ...strictTransport(transport),
})

/**
 * A recording, in addition to {@link apiHeaders}.
 * @param fileName plain ASCII without quotes
 */
export const recordingHeaders = (contentType: string, fileName: string): HeaderSet => ({
  'Content-Security-Policy': INERT_POLICY,
  'Content-Type': contentType,
  'Content-Disposition': `inline; filename="${fileName}"`,
  'Accept-Ranges': 'bytes',
})

/**
 * The preview of a notification, in addition to {@link apiHeaders} without X-Frame-Options: HTML of another
 * user, which runs and loads nothing, and is framed by our own page only.
 */
export const previewHeaders = ({ ancestors, isolated }: Framing = UNFRAMED): HeaderSet => ({
  ...(isolated && ISOLATED),
  'Content-Security-Policy': `sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors ${["'self'", ...ancestors].join(' ')}`,
  'Content-Type': 'text/html; charset=utf-8',
  // No DNS lookups of links before a click.
  'X-DNS-Prefetch-Control': 'off',
})
