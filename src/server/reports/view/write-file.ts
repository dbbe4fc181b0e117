import { join } from 'node:path'
import { runInThread, type ThreadLimits } from '#/server/threads/run-in-thread.ts'
import type { ContactFile, ContactFileJob } from './make-file.ts'

const LIMITS: ThreadLimits = { ms: 60_000, megabytes: 512 }
const THREAD = join(import.meta.dirname, 'file-thread.ts')

/**
 * Writes a file in a thread.
 * @returns null: a limit was exceeded
 */
export const writeContactFile = (
  job: ContactFileJob,
  signal: AbortSignal,
  limits = LIMITS,
): Promise<ContactFile | null> => runInThread<ContactFile>(THREAD, job, signal, limits)
