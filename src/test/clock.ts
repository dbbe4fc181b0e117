import process from 'node:process'

/** The moment of the sample data of unit and page tests, which name its days: a Friday, 15:00 in Moscow. */
export const SAMPLE_NOW = Date.parse('2026-11-20T12:00:00Z')

/** The moment the suites start at. `TEST_NOW` (ISO 8601) sets another one, for all tests that don't set their own. */
const TEST_NOW = process.env['TEST_NOW'] === undefined ? SAMPLE_NOW : Date.parse(process.env['TEST_NOW'])
if (Number.isNaN(TEST_NOW)) throw new Error(`TEST_NOW is not a date: ${process.env['TEST_NOW']}`)

/** The machine's own class, also where `Date` has been replaced before. */
const MachineDate = Date.prototype.constructor as DateConstructor

/** A `Date` that is `ahead()` milliseconds ahead of the machine's. Its dates are ordinary ones. */
export const shiftedDate = (ahead: () => number): DateConstructor => {
  const now = () => MachineDate.now() + ahead()
  return new Proxy(MachineDate, {
    construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
    apply: () => new MachineDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}

/** Milliseconds by which this process's `Date` is ahead of the machine's: what a server of a test gets as FAULTS_CLOCK. */
export const testClockAhead = (): number => Date.now() - MachineDate.now()

/**
 * From now on this process, our code and libraries alike, reads another time.
 * @param ahead milliseconds ahead of the machine's; `TEST_NOW` unless given
 */
export const startTestClock = (ahead = TEST_NOW - MachineDate.now()): void => {
  globalThis.Date = shiftedDate(() => ahead)
}
