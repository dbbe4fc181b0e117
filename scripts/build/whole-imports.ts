import type { Plugin } from 'vite'

/** What the bundler says of a name that a module does not have: it is undefined where it is used. */
const UNDEFINED = 'IMPORT_IS_UNDEFINED'

/**
 * Fails the build where a name is used that its module does not export. The bundler only warns, and the page that is built
 * stays blank.
 */
export const wholeImports = (): Plugin => {
  const said: string[] = []
  return {
    name: 'whole-imports',
    apply: 'build',
    buildStart: () => {
      said.length = 0
    },
    onLog: (_level, { code, message }) => {
      if (code === UNDEFINED) said.push(message)
    },
    // It is said after the files are made.
    closeBundle() {
      if (said.length > 0) this.error(said.join('\n'))
    },
  }
}
