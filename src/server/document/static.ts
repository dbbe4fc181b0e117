import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { EMBED_SIGN_IN } from '#/contract/embed/embed.ts'
import { START_ELEMENT, type DocumentStart } from '#/contract/start/start.ts'
import type { Locale } from '#/i18n/locale.ts'
import {
  BROTLI,
  readFiles,
  TYPES,
  type BuildFiles,
  type StoredBuilds,
} from '#/server/builds/stored-builds.ts'
import type { PreloadedData } from './preload.ts'
import { languageOf } from './language.ts'
import { readManifest, type PageChunks } from './page-chunks.ts'
import {
  COMPRESS_FROM_BYTES,
  acceptedEncoding,
  compress,
  type ContentEncoding,
} from '#/server/http/compress.ts'
import {
  ASSETS_PATH,
  assetHeaders,
  documentHeaders,
  missingHeaders,
  NONCE_PLACEHOLDER,
  type Framing,
  type HeaderSet,
  type Transport,
} from '#/server/headers.ts'

const COMPRESSED = /^(?:text\/|image\/svg|application\/)/
const PAGE = 'index.html'
type Bytes = Uint8Array<ArrayBuffer>

/** The built app, or its stand-in in development. */
export interface Site {
  /** Changes with every build; pages reload on another one. */
  readonly build: string
  /**
   * GET and HEAD of everything but the API.
   * @param preload data to preload, requested for pages only
   */
  readonly fetch: (request: Request, preload?: () => Promise<PreloadedData | null>) => Promise<Response>
  /**
   * Stores this build's files and serves those of other builds, also later ones of updated servers.
   * @throws errors of the disk or database
   */
  readonly keepBuilds?: (builds: StoredBuilds) => Promise<void>
}

/** Whether an address is a page: a navigation to a path without extension. Below `/objects/` aliases may look like files. */
const isPage = (path: string, headers: Headers): boolean =>
  ['navigate', null].includes(headers.get('sec-fetch-mode')) &&
  !path.includes('/.') &&
  !path.startsWith(ASSETS_PATH) &&
  (extname(path) === '' || path.startsWith('/objects/'))

const onlyAssets = (built: BuildFiles): BuildFiles =>
  new Map([...built].filter(([path]) => path.startsWith(ASSETS_PATH)))

/** Runs one lookup at a time; each caller gets one begun after its call. */
const createLookups = (lookup: () => Promise<void>) => {
  let current = Promise.resolve()
  let next: Promise<void> | null = null
  return {
    again: (): Promise<void> => {
      next ??= current.then(() => {
        next = null
        // An unreadable store counts as empty.
        current = lookup().catch(() => undefined)
        return current
      })
      return next
    },
  }
}

const createVariants = () => {
  const made = new Map<string, Promise<Bytes>>()
  return (variant: string, make: () => Promise<Bytes>): Promise<Bytes> => {
    const known = made.get(variant)
    if (known) return known
    const making = make()
    made.set(variant, making)
    making.catch(() => made.delete(variant))
    return making
  }
}

const HEAD_END = '</head>'
const ESCAPES = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' } as const
const attribute = (text: string) => text.replace(/[&"<>]/g, (found) => ESCAPES[found as keyof typeof ESCAPES])

/** JSON for a script element: cannot end it or start another. */
const scriptJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

interface Head {
  readonly language: Locale
  readonly fonts: readonly string[]
  readonly nonce: string
  readonly chunks: PageChunks
  readonly preload: PreloadedData | null
  readonly build: string
}

/**
 * @param page the built document, with {@link NONCE_PLACEHOLDER}
 * @returns the document to send
 */
const withHead = (page: string, { language, fonts, nonce, chunks, preload, build }: Head): string => {
  const typefaces = fonts.map(
    (file) => `<link rel="preload" as="font" type="font/woff2" href="${attribute(file)}" crossorigin>`,
  )
  const scripts = chunks.scripts
    .filter((file) => !page.includes(file))
    .map((file) => `<link rel="modulepreload" href="${attribute(file)}" nonce="${nonce}">`)
  const styles = chunks.styles.map(
    (file) => `<link rel="stylesheet" href="${attribute(file)}" nonce="${nonce}">`,
  )
  const requests = (preload?.requests ?? []).map(
    (address) => `<link rel="preload" as="fetch" href="${attribute(address)}" crossorigin>`,
  )
  const start = preload && ({ ...preload.start, build } satisfies DocumentStart)
  const bootstrap = start
    ? [`<script type="application/json" id="${START_ELEMENT}" nonce="${nonce}">${scriptJson(start)}</script>`]
    : []
  const head = [...typefaces, ...styles, ...scripts, ...requests, ...bootstrap].join('')
  // A function, since `$` is special in replacement strings.
  return page
    .replace('<html lang="en"', `<html lang="${language}"`)
    .replace('/manifest.en.', `/manifest.${language}.`)
    .replaceAll(NONCE_PLACEHOLDER, nonce)
    .replace(HEAD_END, () => head + HEAD_END)
}

/**
 * Serves a build's folder.
 * @throws if it is missing
 * @param framing allowed embedding sites; absent: none
 */
export const createSite = (folder: string, transport: Transport, framing?: Framing): Site => {
  const html = readFileSync(join(folder, PAGE), 'utf8')
  const { chunksOf, fontsOf } = readManifest(folder)
  const files = new Map<string, Bytes>()
  const compressed = new Map<string, Bytes>()
  const serveAll = (built: BuildFiles) => {
    for (const [path, bytes] of built) {
      if (files.has(path)) continue
      if (path.endsWith(BROTLI)) {
        compressed.set(path.slice(0, -BROTLI.length), bytes)
        continue
      }
      files.set(path, bytes)
    }
  }
  const own = readFiles(folder)
  serveAll(own)
  const build = createHash('sha256').update(html).digest('hex').slice(0, 12)
  const variant = createVariants()

  const respond = (
    request: Request,
    bytes: Bytes,
    encoding: ContentEncoding | null,
    headers: HeaderSet,
    status = 200,
  ) =>
    new Response(request.method === 'HEAD' ? null : bytes, {
      status,
      headers: {
        ...headers,
        'Content-Length': String(bytes.byteLength),
        ...(encoding ? { 'Content-Encoding': encoding } : {}),
      },
    })

  const sendPage = async (request: Request, path: string, preload: PreloadedData | null) => {
    const nonce = randomBytes(18).toString('base64')
    // The only page with access to its opener; never framed, since a person gives consent there.
    const isPopUp = framing !== undefined && path === EMBED_SIGN_IN
    const isInFrame = request.headers.get('sec-fetch-dest') === 'iframe'
    const headers = documentHeaders(nonce, transport, isPopUp ? { opener: true } : { framing, isInFrame })
    const language = languageOf(request.headers)
    const head = {
      language,
      fonts: fontsOf(language),
      nonce,
      chunks: chunksOf(preload?.path ?? path),
      preload,
      build,
    }
    const bytes = new TextEncoder().encode(withHead(html, head))
    const encoding = acceptedEncoding(request.headers.get('accept-encoding'))
    return respond(request, encoding ? await compress(bytes, encoding, 'each') : bytes, encoding, {
      ...headers,
      Vary: `${headers['Vary']}, Accept-Encoding`,
    })
  }

  const sendFile = async (request: Request, path: string, plain: Bytes) => {
    const type = TYPES[extname(path)] ?? ''
    const headers = assetHeaders(path, type, transport, framing?.isolated)
    if (!COMPRESSED.test(type) || plain.byteLength < COMPRESS_FROM_BYTES)
      return respond(request, plain, null, headers)
    const encoding = acceptedEncoding(request.headers.get('accept-encoding'))
    const ready = encoding === 'br' ? compressed.get(path) : undefined
    if (ready) return respond(request, ready, encoding, headers)
    const bytes = encoding
      ? await variant(`${encoding} ${path}`, () => compress(plain, encoding, 'once'))
      : plain
    return respond(request, bytes, encoding, headers)
  }

  let storedBuilds: StoredBuilds | null = null
  const served = new Set([build])
  const serveStored = async () => {
    for (const name of (await storedBuilds?.names()) ?? []) {
      if (served.has(name)) continue
      serveAll(onlyAssets(await storedBuilds!.filesOf(name)))
      served.add(name)
    }
  }
  const lookups = createLookups(serveStored)

  const keepBuilds = async (stored: StoredBuilds) => {
    storedBuilds = stored
    await stored.keep(build, onlyAssets(own))
    await serveStored()
  }

  return {
    build,
    keepBuilds,
    fetch: async (request, preload = async () => null) => {
      const path = new URL(request.url).pathname
      // An updated server may have stored its build since.
      if (!files.has(path) && path.startsWith(ASSETS_PATH)) await lookups.again()
      const file = files.get(path)
      if (file !== undefined) return sendFile(request, path, file)
      if (isPage(path, request.headers)) return sendPage(request, path, await preload())
      return respond(request, new TextEncoder().encode('Not found\n'), null, missingHeaders(transport), 404)
    },
  }
}
