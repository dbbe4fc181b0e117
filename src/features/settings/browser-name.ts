const BROWSERS = [
  ['Edg', 'Edge'],
  ['YaBrowser', 'Yandex Browser'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['HeadlessChrome', 'Chrome'],
  ['Version', 'Safari'],
] as const
const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/** `Firefox 145, Windows`; null: it says nothing of the kind. What a browser calls itself is a hint, never a proof. */
export const browserName = (agent: string): string | null => {
  const versions = new Map(
    [...agent.matchAll(/([A-Za-z]+)\/(\d+)/g)].map(([, name, version]) => [name, version]),
  )
  const browser = BROWSERS.find(([token]) => versions.has(token))
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))
  const words = [browser && `${browser[1]} ${versions.get(browser[0])}`, system?.[1]].filter(Boolean)
  return words.length === 0 ? null : words.join(', ')
}
