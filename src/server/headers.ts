/**
 * Every security header the server sends, in one file without imports: vite.config.ts reads the placeholder too.
 */

/** Stands in the built index.html where a nonce belongs; each HTML answer gets a fresh one in its place. */
export const NONCE_PLACEHOLDER = 'callboard-nonce'

export type HeaderSet = Readonly<Record<string, string>>

/** What the address people use decides: HSTS and upgraded requests would lock out a server reached by plain http. */
export interface Transport {
  readonly https: boolean
  /** Off where neighbours below the same name still need plain http. */
  readonly hstsSubdomains: boolean
}

/** Routes of the app's own pages; everything below `/assets/` is named by its content. */
export const ASSETS_PATH = '/assets/'
export const CSP_REPORT_PATH = '/api/csp-report'
/** Answers pages that nothing else does; named so by the page as well (`src/api/worker/trusted-worker.ts`). */
const OFFLINE_WORKER = '/offline-worker.js'

const strictTransport = ({ https, hstsSubdomains }: Transport): HeaderSet =>
  https
    ? { 'Strict-Transport-Security': `max-age=63072000${hstsSubdomains ? '; includeSubDomains' : ''}` }
    : {}

/** Origins that may show us in a frame; the browser checks every one above it. */
export type Ancestors = readonly string[]

/** The pages that may show us in a frame. */
export interface Framing {
  readonly ancestors: Ancestors
  /** They isolate themselves: a browser shows in them only what does so too, and what is theirs to load. */
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
 * The page. @param nonce base64 of at least 16 random bytes, used for this answer only
 * @param framing who may show it in a frame: X-Frame-Options can name no list, and would win where it is known
 * @param isInFrame what is asked for is to stand in one
 * @param opener whether it may know who has opened it
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
 * A page that is shared by a link. It is read without a session and has no scripts: it runs and loads nothing, and stands in
 * no frame, wherever Callboard itself may. @param styleHash SHA-256 of its one style sheet, in base64
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

/** Every answer below `/api`, and `/healthz`. `X-Callboard` tells our answers from those of a proxy in front of us. */
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
/** A worker obeys the policy its own script came with. Under the inert one it could load nothing. */
const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'"

const isWorker = (path: string) => path === OFFLINE_WORKER || /\/(?:[\w-]+\.)?worker-[\w-]+\.js$/.test(path)

/**
 * A built file. What is named by its content never changes; the others (favicon) are asked again each time.
 * @param isolated as in {@link Framing}: a page that isolates itself starts no worker that does not
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

/** A missing file. Never the page: a browser that asked for a script must not get HTML. */
export const missingHeaders = (transport: Transport): HeaderSet => ({
  'Content-Security-Policy': INERT_POLICY,
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  ...strictTransport(transport),
})

/** A recording, on top of {@link apiHeaders}. @param fileName plain ASCII without quotes */
export const recordingHeaders = (contentType: string, fileName: string): HeaderSet => ({
  'Content-Security-Policy': INERT_POLICY,
  'Content-Type': contentType,
  'Content-Disposition': `inline; filename="${fileName}"`,
  'Accept-Ranges': 'bytes',
})

/**
 * The preview of a notification, on top of {@link apiHeaders} without its X-Frame-Options: HTML that another user
 * wrote. It runs nothing, loads nothing and stands in our own page only, wherever that stands itself.
 */
export const previewHeaders = ({ ancestors, isolated }: Framing = UNFRAMED): HeaderSet => ({
  ...(isolated && ISOLATED),
  'Content-Security-Policy': `sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors ${["'self'", ...ancestors].join(' ')}`,
  'Content-Type': 'text/html; charset=utf-8',
  // Names in its links are not looked up ahead of a click.
  'X-DNS-Prefetch-Control': 'off',
})
