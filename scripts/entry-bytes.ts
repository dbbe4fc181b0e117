import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { brotliCompressSync } from 'node:zlib'

/* Brotli bytes needed before a page renders: entry, its imports and both languages' texts. Lazy code is excluded. */

/** The page by the name of its route's file, whose chunk imports the frame's too, and the bytes it may cost. */
const ENTRIES = {
  // Of the pages' routes this one has its own alone.
  'sign-in': { route: 'sign-in', limit: 150_000 },
  journal: { route: '_app.calls', limit: 215_000 },
  objects: { route: '_app.objects.index', limit: 215_000 },
  contact: { route: '_app.objects.$oid.calls.$callId', limit: 215_000 },
  // Before the charts' own part. 200 kB is what it may come down to.
  overview: { route: '_app.overview', limit: 221_000 },
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

const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
let failed = false
for (const [name, { route, limit }] of Object.entries(ENTRIES)) {
  const part = `src/routes/${route}.tsx?tsr-split=component`
  // A loader may come along.
  const key = Object.keys(manifest).find((one) => one === part || one.startsWith(`${part}-`)) ?? part
  const files = [...filesOf(manifest, ['index.html', key])]
  const bytes = files.reduce((sum, file) => sum + bytesOf(file), 0)
  const verdict = bytes > limit ? `more than the ${limit} it may have` : `of ${limit}`
  console.log(`${name.padEnd(9)} ${bytes} bytes in ${files.length} files, ${verdict}`)
  if (bytes > limit) failed = true
}
process.exitCode = failed ? 1 : 0
