import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Locale } from '#/i18n/locale.ts'

const MANIFEST = '.vite/manifest.json'
const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
    assets: z.optional(z.array(z.string())),
    isEntry: z.optional(z.boolean()),
  }),
)
/** The chunk shared by most pages (scripts/chunks-by-page.ts), except sign-in, by its name and a hash of eight characters. */
const SHARED = /^_shared-[\w-]{8}\.js$/
const SIGN_IN = 'sign-in'
const FRAME = '_app'
/** The lazily loaded part of a route's file: its component, and its loader where that comes along. */
const ROUTE = /^src\/routes\/(?<name>[^?]+)\.tsx\?tsr-split=component\b/

/** A route's addresses by its file name: `_app.objects.$oid.index` is `/objects/<any>`. */
const addressesOf = (name: string): RegExp => {
  const segments = name
    .split(/[./]/)
    .filter((segment) => !segment.startsWith('_') && segment !== 'index')
    .map((segment) => (segment.startsWith('$') ? '[^/]+' : segment.replace(/_$/, '')))
  return new RegExp(`^/${segments.join('/')}$`)
}

export interface PageChunks {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}
/** Russian pages also need Latin letters. */
const FONTS: Readonly<Record<Locale, RegExp>> = {
  en: /\binter-latin-wght\b/,
  ru: /\binter-(?:latin|cyrillic)-wght\b/,
}

interface BuiltDocument {
  readonly chunksOf: (path: string) => PageChunks
  readonly fontsOf: (language: Locale) => readonly string[]
}
const NONE: PageChunks = { scripts: [], styles: [] }

/**
 * Chunks for preloading with the app's first script.
 * @param folder of a build; without a manifest there are none
 */
export const readManifest = (folder: string): BuiltDocument => {
  const file = join(folder, MANIFEST)
  if (!existsSync(file)) return { chunksOf: () => NONE, fontsOf: () => [] }
  const chunks = manifest.parse(JSON.parse(readFileSync(file, 'utf8')))
  const started = new Set(Object.keys(chunks).filter((key) => chunks[key]!.isEntry))
  const withImports = (keys: readonly string[]): PageChunks => {
    const all = new Set(keys)
    for (const key of all) for (const one of chunks[key]?.imports ?? []) if (!started.has(one)) all.add(one)
    const needed = [...all].map((key) => chunks[key]!)
    return {
      scripts: needed.map((chunk) => `/${chunk.file}`),
      styles: [...new Set(needed.flatMap(({ css = [] }) => css))].map((style) => `/${style}`),
    }
  }
  const shared = Object.keys(chunks).filter((key) => SHARED.test(key))
  const parts = Object.keys(chunks).flatMap((key) => {
    const name = ROUTE.exec(key)?.groups?.['name']
    return name === undefined ? [] : [{ name, key }]
  })
  const frame = parts.flatMap(({ name, key }) => (name === FRAME ? [key] : []))
  const routes = parts.flatMap(({ name, key }) => {
    if (name === FRAME) return []
    const all = name === SIGN_IN ? [key] : [...shared, ...(/^_app[./]/.test(name) ? frame : []), key]
    return [{ addresses: addressesOf(name), needed: withImports(all) }]
  })
  const unknown = withImports(shared)
  const assets = [...started].flatMap((key) => chunks[key]?.assets ?? [])
  return {
    chunksOf: (path) => routes.find(({ addresses }) => addresses.test(path))?.needed ?? unknown,
    fontsOf: (language) => assets.filter((asset) => FONTS[language].test(asset)).map((asset) => `/${asset}`),
  }
}
