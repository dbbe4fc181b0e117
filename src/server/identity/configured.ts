import type { Config } from '#/server/config/config.ts'
import type { Directory } from './directory.ts'
import { byOidc, type OidcOptions } from './oidc/by-oidc.ts'
import { byProxy } from './proxy/by-proxy.ts'
import { bySession, type WayIn } from './way-in.ts'

/** The way in that AUTH_MODE names. @throws ConfigError */
export const configuredWayIn = (
  auth: Config['auth'],
  options: OidcOptions & { readonly directory: Pick<Directory, 'grantOf'> },
): WayIn => {
  if (auth.mode === 'oidc') return byOidc(auth, options)
  return auth.mode === 'proxy' ? byProxy(auth, options) : bySession(options.entrance)
}
