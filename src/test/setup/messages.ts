import { join } from 'node:path'
import { compile } from '@inlang/paraglide-js'

const ROOT = join(import.meta.dirname, '../../..')

/**
 * The messages as two files, one for each language: the app's 1,400, one for each message, are what its chunks are cut
 * from, and every test file would load all of them again.
 */
export const setup = async () => {
  await compile({
    project: join(ROOT, 'project.inlang'),
    outdir: join(ROOT, '.cache/messages'),
    outputStructure: 'locale-modules',
    strategy: ['globalVariable', 'baseLocale'],
  })
}
