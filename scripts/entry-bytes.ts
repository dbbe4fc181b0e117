import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { brotliCompressSync } from 'node:zlib'

/*
 * What the browser loads before a page can be drawn: the document's own script and style, and what the page's chunk
 * imports, each compressed with Brotli as the server sends it. Code that comes later, on intent or after the first paint,
 * does not count.
 */

/** The chunks of a page, by the name of its route's file, and the bytes it may cost. Lower a limit when a page has shrunk. */
const ENTRIES = {
  'sign-in': { chunks: ['sign-in'], limit: 158_000 },
  journal: { chunks: ['_app', '_app.calls'], limit: 227_500 },
  objects: { chunks: ['_app', '_app.objects.index'], limit: 189_400 },
  contact: { chunks: ['_app', '_app.objects._oid.calls._callId'], limit: 207_200 },
  overview: { chunks: ['_app', '_app.overview'], limit: 246_100 },
} as const

const folder = process.argv[2] ?? join(import.meta.dirname, '../dist')
const ASSETS = 'assets'

const files = readdirSync(join(folder, ASSETS))
/** `_app.calls` → `_app.calls-BFBpRmiK.js`; the hash holds no dot and is eight characters long. */
const chunkNamed = (name: string): string => {
  const found = files.filter((file) => file.startsWith(`${name}-`) && file.length === name.length + 12)
  if (found.length !== 1)
    throw new Error(`${found.length} chunks are called ${name}: is its route still there?`)
  return `${ASSETS}/${found[0]}`
}

const IMPORTED = /(?:\bfrom|\bimport)\s*["']\.\/([\w.~-]+\.js)["']/g
const IN_DOCUMENT = /(?:src|href)="\/([^"]+\.(?:js|css))"/g
const importsOf = (file: string): string[] =>
  [...readFileSync(join(folder, file), 'utf8').matchAll(IMPORTED)].map(([, name]) => `${ASSETS}/${name}`)

/** The files and all they import, however far. */
const withImports = (first: readonly string[]): ReadonlySet<string> => {
  const all = new Set(first)
  for (const file of all) if (file.endsWith('.js')) for (const one of importsOf(file)) all.add(one)
  return all
}

const bytesOf = (file: string): number => brotliCompressSync(readFileSync(join(folder, file))).length
const document = [...readFileSync(join(folder, 'index.html'), 'utf8').matchAll(IN_DOCUMENT)].map(
  ([, file]) => file!,
)
if (!document.some((file) => file.endsWith('.js'))) throw new Error('index.html names no script')

let failed = false
for (const [name, { chunks, limit }] of Object.entries(ENTRIES)) {
  const loaded = [...withImports([...document, ...chunks.map(chunkNamed)])]
  const bytes = loaded.reduce((sum, file) => sum + bytesOf(file), 0)
  const verdict = bytes > limit ? `more than the ${limit} it may have` : `of ${limit}`
  console.log(`${name.padEnd(9)} ${bytes} bytes in ${loaded.length} files, ${verdict}`)
  if (bytes > limit) failed = true
}
process.exitCode = failed ? 1 : 0
