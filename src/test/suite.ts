import process from 'node:process'

/*
 * Which tests run: `npm test` runs the quick ones, `npm run test:all` all but those for a night, which `-- --long` adds.
 * A runner that is started by itself runs all of a path.
 */

const SUITES = ['quick', 'all', 'long'] as const
const named = process.env['TEST_SUITE'] ?? 'all'
const suite = SUITES.find((one) => one === named)
if (suite === undefined) throw new Error(`TEST_SUITE must be one of ${SUITES.join(', ')}`)

export const isQuickSuite = suite === 'quick'
/** More property runs, and React's development build. */
export const isLongSuite = suite === 'long'
