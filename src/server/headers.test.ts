import { expect, test } from 'vitest'
import {
  apiHeaders,
  assetHeaders,
  documentHeaders,
  missingHeaders,
  previewHeaders,
  recordingHeaders,
} from './headers.ts'

const HTTPS = { https: true, hstsSubdomains: true }
const HTTP = { https: false, hstsSubdomains: true }

test('headers-snapshot: the page', () => {
  expect(documentHeaders('N', HTTPS)).toMatchInlineSnapshot(`
    {
      "Cache-Control": "no-store",
      "Content-Security-Policy": "default-src 'none'; script-src 'nonce-N' 'strict-dynamic'; script-src-attr 'none'; style-src 'self' 'nonce-N'; style-src-attr 'none'; img-src 'self' data:; font-src 'self'; connect-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types callboard; upgrade-insecure-requests; report-uri /api/csp-report; report-to csp",
      "Content-Type": "text/html; charset=utf-8",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Origin-Agent-Cluster": "?1",
      "Permissions-Policy": "accelerometer=(), autoplay=(self), camera=(), clipboard-read=(), clipboard-write=(self), display-capture=(), encrypted-media=(), fullscreen=(self), geolocation=(), gyroscope=(), hid=(), idle-detection=(), magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), publickey-credentials-get=(), screen-wake-lock=(self), serial=(), storage-access=(), usb=(), xr-spatial-tracking=()",
      "Referrer-Policy": "no-referrer",
      "Reporting-Endpoints": "csp="/api/csp-report"",
      "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
      "Vary": "Sec-Fetch-Site, Sec-Fetch-Dest",
      "X-Content-Type-Options": "nosniff",
      "X-DNS-Prefetch-Control": "off",
      "X-Frame-Options": "DENY",
      "X-Permitted-Cross-Domain-Policies": "none",
      "X-Robots-Tag": "noindex, nofollow",
      "X-XSS-Protection": "0",
    }
  `)
})

test('headers-snapshot: /api', () => {
  expect(apiHeaders(HTTPS, 'b1')).toMatchInlineSnapshot(`
    {
      "Cache-Control": "no-store",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
      "Content-Type": "application/json; charset=utf-8",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Referrer-Policy": "no-referrer",
      "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
      "Vary": "Cookie, Origin, Sec-Fetch-Site, Sec-Fetch-Mode, Sec-Fetch-Dest",
      "X-Callboard": "1",
      "X-Callboard-Build": "b1",
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
    }
  `)
})

test('headers-snapshot: files, a worker, a missing file, a recording', () => {
  expect({
    script: assetHeaders('/assets/index-abc.js', 'text/javascript', HTTPS),
    worker: assetHeaders('/assets/worker-abc.js', 'text/javascript', HTTPS)['Content-Security-Policy'],
    'offline worker': assetHeaders('/offline-worker.js', 'text/javascript', HTTPS)['Content-Security-Policy'],
    favicon: assetHeaders('/favicon.svg', 'image/svg+xml', HTTPS)['Cache-Control'],
    missing: missingHeaders(HTTPS),
    recording: recordingHeaders('audio/mpeg', 'call-1.mp3'),
  }).toMatchInlineSnapshot(`
    {
      "favicon": "no-cache",
      "missing": {
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Content-Type": "text/plain; charset=utf-8",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
        "X-Content-Type-Options": "nosniff",
      },
      "offline worker": "default-src 'none'; script-src 'self'; connect-src 'self'",
      "recording": {
        "Accept-Ranges": "bytes",
        "Content-Disposition": "inline; filename="call-1.mp3"",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Content-Type": "audio/mpeg",
      },
      "script": {
        "Cache-Control": "public, max-age=31536000, immutable",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Content-Type": "text/javascript",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
        "Vary": "Accept-Encoding",
        "X-Content-Type-Options": "nosniff",
      },
      "worker": "default-src 'none'; script-src 'self'; connect-src 'self'",
    }
  `)
})

test('headers-snapshot: a page that portals may show in a frame, and the pop-up that none may', () => {
  const portals = ['https://portal.example.com', 'https://b.example:8443']
  const { 'Content-Security-Policy': policy, ...rest } = documentHeaders('N', HTTPS, {
    framing: { ancestors: portals, isolated: false },
  })
  const { 'Content-Security-Policy': plainPolicy, ...plain } = documentHeaders('N', HTTPS)
  expect(policy).toBe(
    plainPolicy?.replace(
      "frame-ancestors 'none'",
      'frame-ancestors https://portal.example.com https://b.example:8443',
    ),
  )
  const { 'X-Frame-Options': _, ...withoutOptions } = plain
  expect(rest).toEqual(withoutOptions)
  expect(documentHeaders('N', HTTPS, { opener: true })).toEqual({
    ...documentHeaders('N', HTTPS),
    'Cross-Origin-Opener-Policy': 'unsafe-none',
  })
  // Browsers check all ancestors of the preview, including our page.
  expect(previewHeaders({ ancestors: portals, isolated: false })['Content-Security-Policy']).toMatch(
    /frame-ancestors 'self' https:\/\/portal\.example\.com https:\/\/b\.example:8443$/,
  )
  expect(apiHeaders(HTTPS, 'b')['Content-Security-Policy']).toContain("frame-ancestors 'none'")
})

test('headers-snapshot: where portals isolate themselves, what stands in their frames does too, and nothing else', () => {
  const framing = { ancestors: ['https://portal.example.com'], isolated: true }
  const isolation = { 'Cross-Origin-Embedder-Policy': 'require-corp' }
  const page = documentHeaders('N', HTTPS, { framing })
  expect(page).toEqual(documentHeaders('N', HTTPS, { framing: { ...framing, isolated: false } }))
  expect(documentHeaders('N', HTTPS, { framing, isInFrame: true })).toEqual({
    ...page,
    ...isolation,
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
  expect(previewHeaders(framing)).toMatchObject(isolation)
  const [worker, script] = ['/assets/worker-b.js', '/assets/a-b.js']
  expect(assetHeaders(worker, '', HTTPS, true)).toEqual({ ...assetHeaders(worker, '', HTTPS), ...isolation })
  expect(assetHeaders(script, '', HTTPS, true)).toEqual(assetHeaders(script, '', HTTPS))
})

test('over plain http nothing asks for https', () => {
  const page = documentHeaders('N', HTTP)
  expect(page['Content-Security-Policy']).not.toContain('upgrade-insecure-requests')
  for (const headers of [
    page,
    apiHeaders(HTTP, 'b'),
    assetHeaders('/assets/a-b.js', '', HTTP),
    missingHeaders(HTTP),
  ])
    expect(headers).not.toHaveProperty('Strict-Transport-Security')
})

test('HSTS can leave the neighbours alone', () => {
  const headers = apiHeaders({ https: true, hstsSubdomains: false }, 'b')
  expect(headers['Strict-Transport-Security']).toBe('max-age=63072000')
})

test('no answer allows another origin to read it', () => {
  for (const headers of [
    documentHeaders('N', HTTPS),
    apiHeaders(HTTPS, 'b'),
    assetHeaders('/assets/a-b.js', '', HTTPS),
  ])
    expect(Object.keys(headers).filter((name) => /^access-control/i.test(name))).toEqual([])
})
