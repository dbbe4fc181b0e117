import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

const LIST = fileURLToPath(new URL('../docs/licences.md', import.meta.url))

/** Permissive licences by SPDX; others need review. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BlueOak-1.0.0',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
])

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      license: z.optional(z.string()),
      dev: z.optional(z.boolean()),
    }),
  ),
})

interface LicensedPackage {
  readonly name: string
  readonly version: string
  readonly licence: string | null
}

/** What is needed to run, of a lock file: whatever platform it is for. */
export const packagesOf = (lock: unknown): readonly LicensedPackage[] =>
  Object.entries(lockSchema.parse(lock).packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { version = '', license = null }]) => ({
      name: path.replace(/^.*node_modules\//, ''),
      version,
      licence: license,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'))

/** `A OR B` needs one, `A AND B` both. */
const isAllowed = (licence: string): boolean =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => ALLOWED.has(one)))

/** Packages whose licence is none of the allowed ones, as lines to read. */
export const notAllowed = (packages: readonly LicensedPackage[]): readonly string[] =>
  packages
    .filter(({ licence }) => licence === null || !isAllowed(licence))
    .map(({ name, version, licence }) => `${name}@${version}: ${licence ?? 'no licence'}`)

export const licenceList = (packages: readonly LicensedPackage[]): string => {
  const rows = [...packages].map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
  return `# Licences

What Callboard needs to run, by its lock file; written by \`npm run licences\`. The texts of those that the browser loads are in
the built app, at \`/licences.txt\`, and at \`/licence-inter.txt\` that of the typeface; those of the server's packages lie in \`node_modules\`.

| Package | Version | Licence |
|---|---|---|
${rows.join('\n')}
`
}

if (import.meta.main) {
  const packages = packagesOf(
    JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')),
  )
  const problems = notAllowed(packages)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else writeFileSync(LIST, licenceList(packages))
}
