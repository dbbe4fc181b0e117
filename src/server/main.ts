import { join } from 'node:path'
import { boot, closeOnSignal, configOrExit, exitWith } from './boot.ts'
import { ConfigError, type Config } from './config.ts'
import { createHttpServer, listen, listenerOf } from './http/listener.ts'
import { createSite } from './static.ts'

const DIST = join(import.meta.dirname, '../../dist')

const builtSite = (config: Config) => {
  try {
    return createSite(DIST, config.transport)
  } catch (cause) {
    throw new ConfigError('the app is not built: `npm start` and `npm run build` do it', { cause })
  }
}

const config = configOrExit()
try {
  const booted = await boot(config, builtSite(config))
  const server = createHttpServer(listenerOf(booted.app))
  closeOnSignal(server, booted)
  await listen(server, config.port, config.host)
  console.log(booted.greeting)
} catch (error) {
  exitWith(error)
}
