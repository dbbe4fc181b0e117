/* Errors that mean: a part of the app that is loaded when it is needed has not come. */

const missing = new WeakSet<Error>()
export const noteMissingPart = (error: Error): void => void missing.add(error)
export const isMissingPart = (error: unknown): boolean => error instanceof Error && missing.has(error)
