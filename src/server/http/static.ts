import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { EMBED_SIGN_IN } from '#/contract/embed/embed.ts'
import { BROTLI, readFiles, TYPES, type BuildFiles } from '#/server/builds/files.ts'
import type { KeptBuilds } from '#/server/builds/kept-builds.ts'
import type { Brought } from '#/server/document/brought.ts'
import { withHead } from '#/server/document/head.ts'
import { languageOf } from '#/server/document/language.ts'
import { readManifest } from '#/server/document/page-chunks.ts'
import { COMPRESS_FROM_BYTES, acceptedEncoding, compress, type ContentEncoding } from './compress.ts'
import {
  ASSETS_PATH,
  assetHeaders,
  documentHeaders,
  missingHeaders,
  type Framing,
  type HeaderSet,
  type Transport,
} from '#/server/headers.ts'

const COMPRESSED = /^(?:text\/|image\/svg|application\/)/
const PAGE = 'index.html'
type Bytes = Uint8Array<ArrayBuffer>

/** The built app, or in development what stands in for it. */
export interface Site {
  /** Changes with every build: the page reloads itself when the server has another one. */
  readonly build: string
  /**
   * GET and HEAD of everything that is not an API.
   * @param brought asked where the answer is the page: what it brings along
   */
  readonly fetch: (request: Request, brought?: () => Promise<Brought | null>) => Promise<Response>
  /**
   * Keeps the files of this build where others are kept, and serves those, also such as come later, when another server
   * is updated. @throws what the disk or the database throws
   */
  readonly keepBuilds?: (kept: KeptBuilds) => Promise<void>
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

const onlyAssets = (built: BuildFiles): BuildFiles =>
  new Map([...built].filter(([path]) => path.startsWith(ASSETS_PATH)))

/** However many ask, one looks at a time; what one is given was begun after it had asked. */
const createLooks = (look: () => Promise<void>) => {
  let current = Promise.resolve()
  let next: Promise<void> | null = null
  return {
    again: (): Promise<void> => {
      next ??= current.then(() => {
        next = null
        // What cannot be read holds nothing.
        current = look().catch(() => undefined)
        return current
      })
      return next
    },
  }
}

/** Makes bytes when they are first asked for, and keeps them. */
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

/**
 * Serves the folder the build wrote. @throws when it is not there
 * @param framing which sites may show the pages in a frame; absent: none
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

  const sendPage = async (request: Request, path: string, brought: Brought | null) => {
    const nonce = randomBytes(18).toString('base64')
    // The one page that keeps its opener, and the one that no portal may frame: a person gives consent there.
    const isPopUp = framing !== undefined && path === EMBED_SIGN_IN
    const isInFrame = request.headers.get('sec-fetch-dest') === 'iframe'
    const headers = documentHeaders(nonce, transport, isPopUp ? { opener: true } : { framing, isInFrame })
    const language = languageOf(request.headers)
    const head = {
      language,
      fonts: fontsOf(language),
      nonce,
      chunks: chunksOf(brought?.path ?? path),
      brought,
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

  /** Where builds are kept, and those of them whose files are served. */
  let keptIn: KeptBuilds | null = null
  const served = new Set([build])
  const serveKept = async () => {
    for (const name of (await keptIn?.names()) ?? []) {
      if (served.has(name)) continue
      serveAll(onlyAssets(await keptIn!.filesOf(name)))
      served.add(name)
    }
  }
  const looks = createLooks(serveKept)

  const keepBuilds = async (kept: KeptBuilds) => {
    keptIn = kept
    await kept.keep(build, onlyAssets(own))
    await serveKept()
  }

  return {
    build,
    keepBuilds,
    fetch: async (request, brought = async () => null) => {
      const path = new URL(request.url).pathname
      // Another server may have been updated since: its build is kept now.
      if (!files.has(path) && path.startsWith(ASSETS_PATH)) await looks.again()
      const file = files.get(path)
      if (file !== undefined) return sendFile(request, path, file)
      if (isPage(path, request.headers)) return sendPage(request, path, await brought())
      return respond(request, new TextEncoder().encode('Not found\n'), null, missingHeaders(transport), 404)
    },
  }
}
