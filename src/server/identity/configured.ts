import type { Config } from '#/server/config/config.ts'
import type { Directory } from './directory.ts'
import type { OidcOptions } from './oidc/by-oidc.ts'
import { bySession, type WayIn } from './auth-strategy.ts'

/** @throws ConfigError */
export type MakeWayIn = (options: OidcOptions & { readonly directory: Pick<Directory, 'grantOf'> }) => WayIn

/** The way in that AUTH_MODE names. What the others need is not loaded: it would be in every server's memory. */
export const loadWayIn = async (auth: Config['auth']): Promise<MakeWayIn> => {
  if (auth.mode === 'oidc') {
    const { byOidc } = await import('./oidc/by-oidc.ts')
    return (options) => byOidc(auth, options)
  }
  if (auth.mode === 'proxy') {
    const { byProxy } = await import('./proxy/by-proxy.ts')
    return (options) => byProxy(auth, options)
  }
  return ({ entrance }) => bySession(entrance)
}
