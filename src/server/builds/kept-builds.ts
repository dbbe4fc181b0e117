import type { BuildFiles } from './files.ts'

/** Besides the one that was started last. */
const EARLIER_BUILDS = 2

/**
 * Where the files of the builds rest that an installation's servers have, the three that were started last: a page that
 * was opened before an update still loads its parts, and one of a server that was updated already loads them from one
 * that was not. All of it throws what the disk or the database throws.
 */
export interface KeptBuilds {
  /** A server of this build starts: its files are kept, and those of builds that are too old no longer. */
  readonly keep: (build: string, files: BuildFiles) => Promise<void>
  /** Which builds are kept whole, the one that was started last first. */
  readonly names: () => Promise<readonly string[]>
  /** Without any, the build is no longer kept. */
  readonly filesOf: (build: string) => Promise<BuildFiles>
}

export const isBuild = (name: string): boolean => /^[0-9a-f]{12}$/.test(name)

/** @param builds the one that was started last first */
export const tooOld = (builds: readonly string[]): readonly string[] => builds.slice(EARLIER_BUILDS + 1)
