import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { ensureInstalled } from './tools/apt.ts'

const PATHS = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx']

/** @throws Error with instructions */
export const ensureNginx = (): string =>
  ensureInstalled({ name: 'nginx', debian: 'nginx', orSet: 'NGINX_PATH to it' }, () =>
    [process.env['NGINX_PATH'], ...PATHS].find((path) => path && existsSync(path)),
  )

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })

const around = (folder: string, http: string) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 2;
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 256; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/${one};`).join('\n  ')}
  ${http}
}
`

/**
 * @param http contents of that block; listens on 127.0.0.1
 * @returns stop
 */
export const startNginx = async (
  folder: string,
  http: string,
  port: number,
): Promise<() => Promise<void>> => {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, around(folder, http))
  const nginx = spawn(ensureNginx(), ['-p', folder, '-c', file], { stdio: ['ignore', 'inherit', 'inherit'] })
  while (!(await listens(port))) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended with ${nginx.exitCode}`)
    await wait(50)
  }
  return async () => {
    const exited = once(nginx, 'exit')
    nginx.kill('SIGTERM')
    await exited
  }
}

/** Self-signed for `localhost`, two days. */
export const makeCertificate = (key: string, certificate: string) => {
  const { status, stderr } = spawnSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
      .concat(['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'])
      .concat(['-keyout', key, '-out', certificate]),
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr ?? 'it is not installed'}`)
  return readFileSync(certificate)
}
