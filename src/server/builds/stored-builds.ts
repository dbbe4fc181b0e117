import type { BuildFiles } from './files.ts'

const EARLIER_BUILDS = 2

/**
 * Files of the latest three builds, so that pages opened before an update still load their parts, on any
 * server during a rollout. Methods throw errors of the disk or database.
 */
export interface StoredBuilds {
  readonly keep: (build: string, files: BuildFiles) => Promise<void>
  readonly names: () => Promise<readonly string[]>
  /** Empty: removed. */
  readonly filesOf: (build: string) => Promise<BuildFiles>
}

export const isBuild = (name: string): boolean => /^[0-9a-f]{12}$/.test(name)

/** @param builds latest first */
export const tooOld = (builds: readonly string[]): readonly string[] => builds.slice(EARLIER_BUILDS + 1)
