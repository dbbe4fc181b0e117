import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'

const versions = z.optional(z.record(z.string(), z.string()))

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
})
export type Manifest = z.infer<typeof manifestSchema>

const packageSchema = z.object({
  version: z.optional(z.string()),
  resolved: z.optional(z.string()),
  integrity: z.optional(z.string()),
  /** Bundled inside its parent's integrity. */
  inBundle: z.optional(z.boolean()),
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
})
const lockSchema = z.object({ packages: z.record(z.string(), packageSchema) })
export type Lock = z.infer<typeof lockSchema>

const EXACT = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/
const GROUPS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

/** `node_modules/a/node_modules/b` → `node_modules/a` → the project itself, ''. */
const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('node_modules/') - 1))

/** Node's resolution from `from`. */
const findInstalled = (packages: Lock['packages'], from: string, name: string): string | undefined => {
  const path = `${from && `${from}/`}node_modules/${name}`
  if (packages[path]) return path
  return from === '' ? undefined : findInstalled(packages, parentOf(from), name)
}

const checkManifest = (manifest: Manifest, { packages }: Lock): string[] => {
  const root = packages['']
  return GROUPS.flatMap((group) => {
    const pinned = manifest[group] ?? {}
    const locked = root?.[group] ?? {}
    const names = [...new Set([...Object.keys(pinned), ...Object.keys(locked)])]
    return names.flatMap((name) => {
      const version = pinned[name]
      if (version !== locked[name])
        return [
          `${group}.${name}: package.json says ${version ?? 'nothing'}, the lock file ${locked[name] ?? 'nothing'}`,
        ]
      return version && !EXACT.test(version)
        ? [`${group}.${name}: "${version}" is not one exact version`]
        : []
    })
  })
}

/** npm omits entries of other platforms that the registry didn't return; `npm ci` then fails there. */
const checkEntries = ({ packages }: Lock): string[] =>
  Object.entries(packages).flatMap(([path, entry]) => {
    const wanted = { ...entry.dependencies, ...entry.devDependencies, ...entry.optionalDependencies }
    const missing = Object.entries(wanted).flatMap(([name, version]) => {
      const found = findInstalled(packages, path, name)
      if (!found) return [`${path || 'package.json'} needs ${name}@${version}, which has no entry`]
      const locked = packages[found]?.version
      return EXACT.test(version) && locked !== version
        ? [`${path || 'package.json'} needs ${name}@${version}, but ${found} is ${locked}`]
        : []
    })
    const own =
      path === ''
        ? []
        : [
            ...(entry.integrity || entry.inBundle ? [] : [`${path} has no integrity`]),
            // The registry URL is each machine's setting.
            ...(entry.resolved ? [`${path} names where it comes from: ${entry.resolved}`] : []),
          ]
    return [...missing, ...own]
  })

/** Sentences; empty: consistent. */
export const checkLock = (manifest: Manifest, lock: Lock): string[] => [
  ...checkManifest(manifest, lock),
  ...checkEntries(lock),
]

if (import.meta.main) {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
  const problems = checkLock(
    manifestSchema.parse(read('package.json')),
    lockSchema.parse(read('package-lock.json')),
  )
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) {
    console.error(
      'Repair: pin exact versions, delete node_modules and package-lock.json, `npm install`, check again.',
    )
    process.exitCode = 1
  }
}
