import process from 'node:process'

/** The moment of the sample data of unit and page tests, which name its days: a Friday, 15:00 in Moscow. */
export const SAMPLE_NOW = Date.parse('2026-11-20T12:00:00Z')

/** The moment the suites start at. `TEST_NOW` (ISO 8601) sets another one, for all tests that don't set their own. */
const TEST_NOW = process.env['TEST_NOW'] === undefined ? SAMPLE_NOW : Date.parse(process.env['TEST_NOW'])
if (Number.isNaN(TEST_NOW)) throw new Error(`TEST_NOW is not a date: ${process.env['TEST_NOW']}`)

/** The original, even if `Date` was replaced. */
const MachineDate = Date.prototype.constructor as DateConstructor

/** `Date` shifted by `ahead()` milliseconds. */
const shiftedDate = (ahead: () => number): DateConstructor => {
  const now = () => MachineDate.now() + ahead()
  return new Proxy(MachineDate, {
    construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
    apply: () => new MachineDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}

/** Milliseconds; passed to servers as FAULTS_CLOCK. */
export const testClockAhead = (): number => Date.now() - MachineDate.now()

/**
 * Shifts the process's time.
 * @param ahead milliseconds; default: by `TEST_NOW`
 */
export const startTestClock = (ahead = TEST_NOW - MachineDate.now()): void => {
  globalThis.Date = shiftedDate(() => ahead)
}
