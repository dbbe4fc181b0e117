import { createHash, randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { extname, join } from 'node:path'
import { EMBED_SIGN_IN } from '#/contract/embed/embed.ts'
import { COMPRESS_FROM_BYTES, acceptedEncoding, compress, type ContentEncoding } from './http/compress.ts'
import {
  ASSETS_PATH,
  assetHeaders,
  documentHeaders,
  missingHeaders,
  NONCE_PLACEHOLDER,
  type Ancestors,
  type HeaderSet,
  type Transport,
} from './headers.ts'

/** What may be served, by extension. Source maps are not among it, and nothing else that happens to lie in the folder. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}
const COMPRESSED = /^(?:text\/|image\/svg|application\/)/
const PAGE = 'index.html'

type Bytes = Uint8Array<ArrayBuffer>

/** The built app, or in development what stands in for it. */
export interface Site {
  /** Changes with every build: the page reloads itself when the server has another one. */
  readonly build: string
  /** GET and HEAD of everything that is not an API. */
  readonly fetch: (request: Request) => Promise<Response>
  /**
   * Keeps the files of this build in a folder, and serves those of the two before it: a page that was opened before an
   * update still loads its parts. @throws what the file system throws
   */
  readonly keepBuilds?: (folder: string) => void
}

/** Besides the one that is served. */
const EARLIER_BUILDS = 2

/**
 * Files of a folder by address, in memory: no later request can name a path outside of it, and a build that replaces the
 * folder takes nothing away from pages that are open.
 */
const readFiles = (folder: string): Map<string, Bytes> => {
  const files = new Map<string, Bytes>()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name)
    const path = file.slice(folder.length).replaceAll('\\', '/')
    if (entry.isFile() && !path.includes('/.') && extname(path) in TYPES)
      files.set(path, new Uint8Array(readFileSync(file)))
  }
  return files
}

/**
 * Whether an address is one of the app's pages: a navigation to a path without an extension. What stands below
 * `/objects/` may end like a file, because an object's alias may be a domain.
 */
const isPage = (path: string, headers: Headers): boolean =>
  ['navigate', null].includes(headers.get('sec-fetch-mode')) &&
  !path.includes('/.') &&
  !path.startsWith(ASSETS_PATH) &&
  (extname(path) === '' || path.startsWith('/objects/'))

/** Compressed forms, made when first asked for and kept. */
const createVariants = () => {
  const made = new Map<string, Promise<Bytes>>()
  return (path: string, encoding: ContentEncoding, plain: Bytes): Promise<Bytes> => {
    const variant = `${encoding} ${path}`
    const known = made.get(variant)
    if (known) return known
    const making = compress(plain, encoding, 'once')
    made.set(variant, making)
    making.catch(() => made.delete(variant))
    return making
  }
}

/**
 * Serves the folder the build wrote. @throws when it is not there
 * @param ancestors origins that may show the pages in a frame
 */
export const createSite = (folder: string, transport: Transport, ancestors: Ancestors = []): Site => {
  const page = readFileSync(join(folder, PAGE), 'utf8')
  const files = readFiles(folder)
  const build = createHash('sha256').update(page).digest('hex').slice(0, 12)
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

  const sendPage = async (request: Request, path: string) => {
    const nonce = randomBytes(18).toString('base64')
    // The one page that keeps its opener, and the one that no portal may have in a frame: somebody decides there.
    const isPopUp = ancestors.length > 0 && path === EMBED_SIGN_IN
    const headers = documentHeaders(nonce, transport, isPopUp ? { opener: true } : { ancestors })
    const bytes = new TextEncoder().encode(page.replaceAll(NONCE_PLACEHOLDER, nonce))
    const encoding = acceptedEncoding(request.headers.get('accept-encoding'))
    return respond(request, encoding ? await compress(bytes, encoding, 'each') : bytes, encoding, {
      ...headers,
      Vary: `${headers['Vary']}, Accept-Encoding`,
    })
  }

  const sendFile = async (request: Request, path: string, plain: Bytes) => {
    const type = TYPES[extname(path)] ?? ''
    const pays = COMPRESSED.test(type) && plain.byteLength >= COMPRESS_FROM_BYTES
    const encoding = pays ? acceptedEncoding(request.headers.get('accept-encoding')) : null
    return respond(
      request,
      encoding ? await variant(path, encoding, plain) : plain,
      encoding,
      assetHeaders(path, type, transport),
    )
  }

  const keepBuilds = (kept: string) => {
    const own = join(kept, build)
    mkdirSync(kept, { recursive: true, mode: 0o700 })
    if (!existsSync(own)) {
      // Under another name first: a copy that was interrupted is no build.
      const copy = mkdtempSync(join(kept, '.copy-'))
      cpSync(join(folder, ASSETS_PATH), join(copy, ASSETS_PATH), { recursive: true })
      renameSync(copy, own)
    }
    const now = new Date()
    utimesSync(own, now, now)
    const builds = readdirSync(kept)
      .filter((name) => /^[0-9a-f]{12}$/.test(name))
      .map((name) => ({ name, at: statSync(join(kept, name)).mtimeMs }))
      .toSorted((a, b) => b.at - a.at)
    for (const [nth, { name }] of builds.entries())
      if (nth > EARLIER_BUILDS) rmSync(join(kept, name), { recursive: true, force: true })
      else if (name !== build)
        for (const [path, bytes] of readFiles(join(kept, name))) if (!files.has(path)) files.set(path, bytes)
  }

  return {
    build,
    keepBuilds,
    fetch: async (request) => {
      const path = new URL(request.url).pathname
      const file = files.get(path)
      if (file !== undefined) return sendFile(request, path, file)
      if (isPage(path, request.headers)) return sendPage(request, path)
      return respond(request, new TextEncoder().encode('Not found\n'), null, missingHeaders(transport), 404)
    },
  }
}
