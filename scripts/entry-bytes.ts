import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { brotliCompressSync } from 'node:zlib'
import { LOCALES } from '../src/i18n/locale.ts'

/*
 * What the browser loads before a page can be drawn: the document's own script and style, and what the page's chunk
 * imports, each compressed with Brotli as the server sends it, in the language that takes more. Code that comes later, on
 * intent or after the first paint, does not count.
 */

/**
 * The page by the name of its route's file, whose chunk imports the frame's too, and the bytes it may cost: one percent to spare, too
 * little to notice. Lower a limit when a page has shrunk.
 */
const ENTRIES = {
  // Of the pages' routes this one has its own alone.
  'sign-in': { route: 'sign-in', limit: 127_500 },
  // The way to each page, Alerts the last of them, is in all of these: its route, its entry in the navigation, its sign.
  journal: { route: '_app.calls', limit: 205_000 },
  objects: { route: '_app.objects.index', limit: 178_000 },
  contact: { route: '_app.objects.$oid.calls.$callId', limit: 193_500 },
  overview: { route: '_app.overview', limit: 213_500 },
} as const

const folder = process.argv[2] ?? join(import.meta.dirname, '../dist')

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

/** The files of an entry of the manifest and of all that it imports, however far. */
const filesOf = (
  manifest: Readonly<Record<string, Chunk>>,
  first: readonly string[],
): ReadonlySet<string> => {
  const keys = new Set(first)
  for (const key of keys) {
    if (!(key in manifest)) throw new Error(`The build has no ${key}: is its route still there?`)
    for (const one of manifest[key]!.imports ?? []) keys.add(one)
  }
  return new Set([...keys].flatMap((key) => [manifest[key]!.file, ...(manifest[key]!.css ?? [])]))
}

const bytesOf = (file: string): number => brotliCompressSync(readFileSync(join(folder, file))).length

let failed = false
for (const [name, { route, limit }] of Object.entries(ENTRIES)) {
  const loads = LOCALES.map((language) => {
    const manifest = JSON.parse(readFileSync(join(folder, `.vite/manifest.${language}.json`), 'utf8'))
    const files = [...filesOf(manifest, ['index.html', `src/routes/${route}.tsx?tsr-split=component`])]
    return { language, files: files.length, bytes: files.reduce((sum, file) => sum + bytesOf(file), 0) }
  })
  const { language, files, bytes } = loads.toSorted((a, b) => b.bytes - a.bytes)[0]!
  const verdict = bytes > limit ? `more than the ${limit} it may have` : `of ${limit}`
  console.log(`${name.padEnd(9)} ${bytes} bytes in ${files} files (${language}), ${verdict}`)
  if (bytes > limit) failed = true
}
process.exitCode = failed ? 1 : 0
