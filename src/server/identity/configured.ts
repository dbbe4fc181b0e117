import type { Config } from '#/server/config/config.ts'
import type { Directory } from './directory.ts'
import type { OidcOptions } from './oidc/by-oidc.ts'
import { bySession, type AuthStrategy } from './auth-strategy.ts'

export type MakeAuthStrategy = (
  options: OidcOptions & { readonly directory: Pick<Directory, 'grantOf'> },
) => AuthStrategy

/** Loads the strategy of AUTH_MODE only, to save memory. */
export const loadAuthStrategy = async (auth: Config['auth']): Promise<MakeAuthStrategy> => {
  if (auth.mode === 'oidc') {
    const { byOidc } = await import('./oidc/by-oidc.ts')
    return (options) => byOidc(auth, options)
  }
  if (auth.mode === 'proxy') {
    const { byProxy } = await import('./proxy/by-proxy.ts')
    return (options) => byProxy(auth, options)
  }
  return ({ authentication }) => bySession(authentication)
}
