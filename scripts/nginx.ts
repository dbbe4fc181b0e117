import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'

const PATHS = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx']
const INSTALL_TIMEOUT_MS = 240_000

/**
 * Finds nginx, or installs Debian's without starting it.
 * @throws Error that says what to do when there is none
 */
export const ensureNginx = (): string => {
  const find = () => [process.env['NGINX_PATH'], ...PATHS].find((path) => path && existsSync(path))
  const found = find()
  if (found) return found
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'nginx']])
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: INSTALL_TIMEOUT_MS,
      // Without a run level no service is started: port 80 is none of ours.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    })
  const installed = find()
  if (installed) return installed
  throw new Error('There is no nginx and it could not be installed: install it and set NGINX_PATH to it')
}
