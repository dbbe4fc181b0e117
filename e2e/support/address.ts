/** Where the tests' own server listens. Another port lets two checkouts be tested on one machine at once. */
export const PORT = Number(process.env['E2E_PORT'] ?? 8187)
/** `localhost`, not 127.0.0.1: on it Chromium keeps the Secure session cookie without https. */
export const ORIGIN = `http://localhost:${PORT}`

/** Where the tests' build of the page of primitives is served. Far enough from PORT for the next checkout's. */
export const PRIMITIVES_PORT = PORT + 1000
export const PRIMITIVES = `http://localhost:${PRIMITIVES_PORT}/ui`
