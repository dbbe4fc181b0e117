import * as z from 'zod'
import { ConfigError, variable } from './variables.ts'

/** How people are identified: each of the three ends in one principal and one map of rights. */
export const authVariables = {
  AUTH_MODE: variable(
    'session',
    "How a person is identified: session, by a sign-in of Callboard's own; oidc, by the company's OpenID Connect provider; proxy, by the proxy in front.",
    z.enum(['session', 'oidc', 'proxy'], 'must be session, oidc or proxy').default('session'),
  ),
  AUTH_KEYS: variable(
    '',
    'File that says who may come in, with which API key and which rights (docs/sign-in.md); read again when it changes. Required unless AUTH_MODE is session, where it says rights only.',
    z.string().optional(),
  ),
}
const schema = z.object(authVariables)
type AuthEnvironment = z.infer<typeof schema>

/** @throws ConfigError */
export const authOf = (env: AuthEnvironment) => {
  const keysFile = env.AUTH_KEYS ?? null
  if (env.AUTH_MODE === 'session') return { mode: 'session', keysFile } as const
  throw new ConfigError(`AUTH_MODE ${env.AUTH_MODE} is not supported in this version yet`)
}
