import { importsOf, isTest, resolved, roundTrips, type Source } from './architecture.ts'

/** Beside the folders of `src/server`, below them; the other files there bring the folders together. */
const OPEN: ReadonlySet<string> = new Set([
  'faults.ts',
  'headers.ts',
  'health.ts',
  'hidden-fields.ts',
  'log.ts',
  'quirks.ts',
])

/** A folder or file directly in `src/server`. */
const partOf = (path: string) => /^src\/server\/([^/]+)/.exec(path)?.[1]
const isFile = (part: string) => part.endsWith('.ts')

const importsBetween = (files: readonly Source[]) =>
  files
    .filter(({ path }) => !isTest(path) && !/\/testing(?:\/|\.ts$)/.test(path))
    .flatMap((file) =>
      importsOf(file).flatMap((specifier) => {
        const target = resolved(file.path, specifier)
        const [from, to] = [partOf(file.path), target === null ? undefined : partOf(target)]
        if (from === undefined || to === undefined || from === to) return []
        return [{ from, to, text: `${file.path} imports ${target}` }]
      }),
    )

/** Folders of the server know each other in one direction, also by types. */
export const foldersInCircles = (files: readonly Source[]): string[] => {
  const imports = importsBetween(files)
  const next = Map.groupBy(imports, ({ from }) => from)
  const parts = new Map([...next].map(([from, all]) => [from, new Set(all.map(({ to }) => to))]))
  return roundTrips(parts).map((way) => {
    const why = way.slice(1).map((to, nth) => next.get(way[nth]!)!.find((one) => one.to === to)!.text)
    return `${way.join(' → ')} (${why.join(', ')}): move what both need down, or what joins them up`
  })
}

export const importsOfTheRoot = (files: readonly Source[]): string[] =>
  importsBetween(files)
    .filter(({ from, to }) => !isFile(from) && isFile(to) && !OPEN.has(to))
    .map(({ text }) => `${text}: the files of src/server bring its folders together, and hand things in`)
